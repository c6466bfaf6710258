#include "nes/nes.h"
nes_status nes_continue(nes_opt *o, const nes_settings *s);
nes_status nes_continue(nes_opt *o, const nes_settings *s)
{
    (void)o;
    (void)s;
    return NES_OK;
}
