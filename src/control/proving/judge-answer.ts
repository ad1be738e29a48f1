/** What is wrong with the answer to a call of a proof. */
import { milliseconds } from '../../effects/options/duration-option.ts'
import type { ExpectedAnswer } from '../../scenario/proof-grammar.ts'
import { httpDate } from '../../wire/values/timestamp.ts'
import { holds } from './holds.ts'
import { parsed, type Seen } from './proof-call.ts'

/** Characters of a body that are shown. */
const shown = 500

/** What a call got, in short. */
export function gotOf(seen: Seen | undefined): string {
  if (!seen) return 'no answer: the connection broke'
  const text = new TextDecoder()
    .decode(seen.bytes.subarray(0, 4 * shown))
    .replace(/\n\s*/g, ' ')
    .slice(0, shown)
  return `${seen.status}${seen.broken ? `, broken off after ${seen.bytes.byteLength} bytes` : ''}${text && ` ${text}`}`
}

/** Each difference as a sentence. `took`: real milliseconds. */
export function judgeAnswer(wanted: ExpectedAnswer, seen: Seen | undefined, took: number): string[] {
  if (!seen) return ['The connection broke before there was an answer.']
  const { status, code, headers = {}, body, text, bytes, broken = false, json, takes = {} } = wanted
  const said = new TextDecoder().decode(seen.bytes)
  const value = parsed(said)
  const wrong: string[] = []
  const demand = (fits: boolean, sentence: string) => void (fits || wrong.push(sentence))
  demand(seen.broken === broken, broken ? 'The body did not break off.' : 'The body broke off.')
  demand(status === undefined || seen.status === status, `The status is ${seen.status}, not ${status}.`)
  demand(code === undefined || holds(value, { code }), `The code is not ${code}.`)
  demand(body === undefined || holds(value, body), `The body does not have ${JSON.stringify(body)}.`)
  demand(text === undefined || said === text, `The text of the body is not ${JSON.stringify(text)}.`)
  demand(bytes === undefined || seen.bytes.byteLength === bytes, `The body has ${seen.bytes.byteLength} bytes, not ${bytes}.`)
  demand(json === undefined || (value !== undefined) === json, `The body is ${json ? 'not ' : ''}valid JSON.`)
  for (const [name, header] of Object.entries(headers)) {
    const there = seen.headers.get(name)
    const fits = header !== null && typeof header === 'object' ? isDateIn(there, header.dateIn, seen.headers.get('date')) : there === header
    demand(fits, `The header ${name} is ${there === null ? 'absent' : JSON.stringify(there)}, not ${JSON.stringify(header)}.`)
  }
  const { atLeast, atMost } = takes
  demand(atLeast === undefined || took >= milliseconds(atLeast) - 1, `The call took ${Math.round(took)} ms, not ${atLeast} or more.`)
  demand(atMost === undefined || took <= milliseconds(atMost), `The call took ${Math.round(took)} ms, more than ${atMost}.`)
  return wrong
}

function isDateIn(text: string | null, span: string, date: string | null): boolean {
  return date !== null && text === httpDate(Date.parse(date) + milliseconds(span))
}
