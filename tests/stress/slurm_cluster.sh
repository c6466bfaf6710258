# SPDX-License-Identifier: MIT
#
# A Slurm of its own for a test, on this machine: a controller, two nodes and a key server, all in the folder $cluster,
# until slurm_stop. Read by others, with $cluster set.

slurm_configure() { # CPUS: of each node, whatever the machine has
    local host
    host=$(hostname -s)
    mkdir -p "$cluster/state"
    cat >"$cluster/slurm.conf" <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=26817
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$cluster/munge.socket
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=1,batch_sched_delay=0
ReturnToService=2
KillWait=5
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool.%n
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd.%n.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdLogFile=$cluster/slurmd.%n.log
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=26821 CPUs=$1
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=26822 CPUs=$1
PartitionName=main Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
END
}

slurm_start() { # CPUS
    slurm_configure "$1"
    export SLURM_CONF=$cluster/slurm.conf
    head -c 1024 /dev/urandom >"$cluster/munge.key"
    chmod 600 "$cluster/munge.key"
    munged --force --key-file="$cluster/munge.key" --socket="$cluster/munge.socket" \
        --pid-file="$cluster/munged.pid" --log-file="$cluster/munged.log" --seed-file="$cluster/munge.seed" 2>/dev/null
    slurmctld -c
    slurmd -N n1
    slurmd -N n2
    for try in $(seq 100); do
        [ "$(sinfo -h -o '%T' 2>/dev/null)" = idle ] && return 0
        sleep 0.2
    done
    tail -n 5 "$cluster"/*.log >&2
    return 1
}

# Ends jobs, then the daemons, and waits until they are gone.
slurm_stop() {
    scancel --user=root 2>/dev/null || true
    for try in $(seq 50); do
        [ -z "$(squeue -h 2>/dev/null)" ] && break
        sleep 0.2
    done
    for file in "$cluster"/slurmd.*.pid "$cluster/slurmctld.pid" "$cluster/munged.pid"; do
        [ -f "$file" ] || continue
        pid=$(cat "$file")
        kill "$pid" 2>/dev/null || true
        for try in $(seq 100); do
            [ -e "/proc/$pid" ] || break
            sleep 0.1
        done
    done
}

# The running steps of all jobs, but for their scripts.
slurm_steps() {
    squeue -h -s -o %i | grep -v -e batch -e extern || true
}
