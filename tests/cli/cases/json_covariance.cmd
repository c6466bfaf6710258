# Two variables of three; at the start it is diag(sigma^2), since nothing moves.
"$NES" run --expr 'sum(x^2)' --dim 3 --x0 1,2,3 --sigma 2,1,4 --lower -inf,2,-inf --upper inf,2,inf --method xnes \
    --eta-sigma 0 --eta-shape 0 --max-evals 100 --json --covariance | sed 's/.*"covariance"/covariance/'
