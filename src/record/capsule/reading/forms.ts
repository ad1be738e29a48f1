/** The forms of values in the lines of a capsule: what programs, addresses and headers are made of. */
import { z } from 'zod'
import { worldName as worldForm } from '../../../engine/address.ts'
import { endOfTime } from '../../../wire/values/timestamp.ts'

/** What HTTP calls a token. */
const token = /^[\w!#$%&'*+.^`|~-]+$/

export const at = z.number().min(0).max(endOfTime).describe('Milliseconds of the machine since 1970.')
export const n = z.int().describe('Which call of the capsule it is, counted from 1.')
export const plain = z.string().regex(/^[\t\P{Cc}\x80-\x9f]*$/u, 'has a control character, which no address and no header holds')
export const headerName = z.string().regex(token, 'is not the name of a header')
const headerValue = z.union([plain, z.array(plain)])
export const headers = z.record(headerName, headerValue)
export const method = z.string().regex(token, 'is not a method')
export const url = plain.min(1).regex(/^[^\t]*$/, 'has a tab, which no address holds')
export const worldName = z.string().regex(worldForm, 'is not the name of a world: 1 to 63 of a-z, 0-9 and -')
export const status = z.int().min(100).max(999)
export const count = z.int().min(0)
