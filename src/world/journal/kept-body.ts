/** Reads the body of a call as its journal line keeps it. */
import type { Line } from '../journal-line.ts'
import { bodyLimit } from './keeping.ts'

/** The JSON body of a call; a text when the line does not tell: it says why. */
export function jsonOf({ requestBody: body, requestBytes }: Line): { value: unknown } | string {
  if (body === null) return 'has none that was kept'
  try {
    return { value: JSON.parse(body.replace(/^\uFEFF/, '')) }
  } catch {
    return Math.max(requestBytes ?? 0, body.length) >= bodyLimit ? `has more than the ${bodyLimit} characters that are kept` : 'is not JSON'
  }
}
