/** The schema for hook names. */
import { z } from 'zod'
import { whenNeeded } from '../../service/wire/when-needed.ts'

export const hookName = whenNeeded(() =>
  z.string().regex(/^[A-Za-z0-9._-]{1,64}$/, 'is not a hook name: use 1 to 64 of the characters A-Z, a-z, 0-9, ".", "_" and "-"'),
)
