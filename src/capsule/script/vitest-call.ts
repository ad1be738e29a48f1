/** A call of a capsule as TypeScript. */
import { isGap, type Piece, tsText, tsValue } from './literal.ts'
import type { PlannedStep } from './plan.ts'
import { pieces, type Script } from './wording.ts'

/** The function that calls in a world. */
export const caller = (world: string) => (world === 'default' ? 'call' : `callIn${camel(world)}`)
const camel = (text: string) => text.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase())

/** `token`: the variable of a token. */
export function callText({ files }: Script, step: PlannedStep, token: (number: number) => string): string {
  const { sends, method, world } = step
  const words = (text: Parameters<typeof pieces>[0]) => tsText(pieces(text, ({ name }) => name, token))
  const type = step.headers['content-type']
  const others = Object.entries(sends.headers).filter(([name]) => name !== 'content-type')
  const headers = (all: typeof others) => tsHeaders(all.map(([name, text]) => [name, words(text)]))
  const value =
    sends.text && type === 'application/json'
      ? jsonOf(
          pieces(sends.text, ({ name }) => name, token),
          step.expected.status,
        )
      : undefined
  const file = files.get(step)
  const hasType = type !== undefined
  const body = sends.text && (hasType ? words(sends.text) : `new TextEncoder().encode(${words(sends.text)})`)
  const init = [
    Object.keys(sends.headers).length > 0 && `headers: ${headers(Object.entries(sends.headers))}`,
    file !== undefined ? `body: fileBeside('./${file}')` : body !== undefined && body !== "''" && `body: ${body}`,
  ].filter((each) => each !== false)
  const sent =
    value === undefined
      ? init.length > 0
        ? [`{ ${init.join(', ')} }`]
        : []
      : [jsonText(value, others.length > 0 ? headers(others) : undefined)]
  return `${caller(world)}(${[`'${method}'`, words(sends.path), ...sent].join(', ')})`
}

const tsHeaders = (all: readonly (readonly [string, string])[]) =>
  `{ ${all.map(([name, text]) => `${/^\w+$/.test(name) ? name : `'${name}'`}: ${text}`).join(', ')} }`

interface JsonValue {
  readonly value: unknown
  readonly expressions: readonly string[]
}

/** The value of a JSON body, with characters in place of its gaps. Undefined where its text matters. */
function jsonOf(all: readonly Piece[], status: number): JsonValue | undefined {
  const expressions = all.flatMap((piece) => (isGap(piece) ? piece.expression : []))
  let gaps = 0
  const text = all.map((piece) => (typeof piece === 'string' ? piece : `\u{e000}${gaps++}\u{e001}`)).join('')
  try {
    const value: unknown = JSON.parse(text)
    return status < 400 || JSON.stringify(value) === text ? { value, expressions } : undefined
  } catch {
    return undefined
  }
}

function jsonText({ value, expressions }: JsonValue, headers: string | undefined): string {
  const text = (part: string) =>
    tsText(
      part
        .split(/\u{e000}(\d+)\u{e001}/u)
        .map((each, at) => (at % 2 === 0 ? each : { expression: expressions[Number(each)] ?? '' }))
        .filter((each) => each !== ''),
    )
  return `json(${tsValue(value, '  ', (part) => (part === '' ? "''" : text(part)))}${headers === undefined ? '' : `, ${headers}`})`
}
