/** The reply about the dialect of a world. */
import { z } from 'zod'
import { dialectNames } from '../wire/dialect.ts'

export const dialectReply = z.strictObject({ dialect: z.enum(dialectNames) })

export type DialectReply = z.output<typeof dialectReply>
