/** The reply about the dialect of a world. */
import { z } from 'zod'
import { dialectNames } from '../wire/dialect.ts'
import { whenNeeded } from '../wire/when-needed.ts'

export const dialectReply = whenNeeded(() => z.strictObject({ dialect: z.enum(dialectNames).describe('The dialect: spec or live.') }))

export type DialectReply = z.output<ReturnType<typeof dialectReply>>
