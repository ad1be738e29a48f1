/** Values that occur in several parts of a snapshot. */
import { z } from 'zod'
import { environmentNames } from '../../state/agenda.ts'
import { endOfTime } from '../../wire/values/timestamp.ts'

export const environmentName = z.enum(environmentNames)
/** World milliseconds since 1970. */
export const time = z.int().min(0).max(endOfTime)
/** A count, or a position counted from 0. */
export const count = z.int().min(0)
/** A number counted from 1. */
export const ordinal = z.int().min(1)
export const guid = z.guid()
/** The id of stored content. */
export const contentId = z.string().regex(/^[0-9a-f]{32}$/, 'is not the id of a content: 32 hexadecimal digits')
