/* SPDX-License-Identifier: MIT
 *
 * The folder of a run that was left in the middle of a transaction: its database, and the file that
 * SQLite keeps beside it, which a stranger has changed. */
#ifndef FUZZ_SUPPORT_BESIDE_H
#define FUZZ_SUPPORT_BESIDE_H

#include <stddef.h>
#include <stdint.h>

#include "support/fuzz.h"

enum { BESIDE_PAGE = 512, BESIDE_SECTOR = 512 }; /* bytes; of the sector: in a sealed journal */

typedef enum beside_kind { BESIDE_JOURNAL, BESIDE_WAL } beside_kind;

/* The first byte of an input: who reads (support/reader.h), whether the folder is opened for
 * writing, whether checksums are made right, whether the journal names another file, and which
 * sample of the rows. */
enum { BESIDE_READER = 7, BESIDE_WRITES = 8, BESIDE_SEALED = 16, BESIDE_NAMES = 32 };

/* Opens the folder with that file, and reads it. A file of somebody else that is gone afterwards is
 * a defect. */
void beside_try(beside_kind kind, uint8_t choice, const uint8_t *bytes, size_t n);

/* Files as SQLite leaves them, for all samples and readers. */
void beside_seeds(beside_kind kind, const fuzz_sink *to);

/* Makes the checksums of a journal or a log right. */
void beside_seal_journal(uint8_t *bytes, size_t n);
void beside_seal_wal(uint8_t *bytes, size_t n);

/* The end of a journal that names that file; to is for strlen(path) + 28 bytes. Returns how many
 * there are. */
size_t beside_name_super(uint8_t *to, const char *path);

#endif
