/** The SHA-256 by which a snapshot names content. */
import { z } from 'zod'
import { whenNeeded } from '../../wire/when-needed.ts'

export const sha256 = whenNeeded(() => z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in 64 lower-case hexadecimal digits'))
