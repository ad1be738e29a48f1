/** A call of a capsule as TypeScript, and what every test of a capsule has. */
import { expressionIn, gap, isGap, type Piece, tsName, tsText, tsValue } from '../../../quoting.ts'
import { excessIn } from '../../../wire/json/bounded.ts'
import type { Part, PlannedStep, Text } from './plan.ts'
import { pieces, type Script } from './wording.ts'

/** The function that calls in a world. */
export const caller = (world: string) => (world === 'default' ? 'call' : `callIn${camel(world)}`)
/** No two worlds have the same one. */
const camel = (world: string) =>
  world
    .replace(/(?!^)-([a-z])/g, (_, letter: string) => letter.toUpperCase())
    .replaceAll('-', '_')
    .replace(/^[a-z]/, (letter) => letter.toUpperCase())

/** `token`: the variable of a token. */
export function callText({ files }: Script, step: PlannedStep, token: (number: number) => string): string {
  const { sends, method, world } = step
  const variable = (part: Exclude<Part, string>) => ('token' in part ? token(part.token) : part.name)
  const words = (text: Text) => tsText(pieces(text, variable))
  const type = step.headers['content-type']
  const others = Object.entries(sends.headers).filter(([name]) => name !== 'content-type')
  const headers = (all: typeof others) => tsHeaders(all.map(([name, text]) => [name, words(text)]))
  const value = sends.text && type === 'application/json' ? jsonOf(pieces(sends.text, variable), step.expected.status) : undefined
  const file = files.get(step)
  const hasType = type !== undefined
  const body = sends.text && (hasType ? words(sends.text) : `new TextEncoder().encode(${words(sends.text)})`)
  const init = [
    Object.keys(sends.headers).length > 0 && `headers: ${headers(Object.entries(sends.headers))}`,
    file !== undefined ? `body: fileBeside(${tsText([`./${file}`])})` : body !== undefined && body !== "''" && `body: ${body}`,
  ].filter((each) => each !== false)
  const sent =
    value === undefined
      ? init.length > 0
        ? [`{ ${init.join(', ')} }`]
        : []
      : [jsonText(value, others.length > 0 ? headers(others) : undefined)]
  return `${caller(world)}(${[tsText([method]), words(sends.path), ...sent].join(', ')})`
}

const tsHeaders = (all: readonly (readonly [string, string])[]) => `{ ${all.map(([name, text]) => `${tsName(name)}: ${text}`).join(', ')} }`

interface JsonValue {
  readonly value: unknown
  readonly expressions: readonly string[]
}

/** Bytes of the largest body that stands as an object in a test. */
const mostBody = 2 ** 20

/** The value of a JSON body, with characters in place of its gaps. Undefined where its text matters. */
function jsonOf(all: readonly Piece[], status: number): JsonValue | undefined {
  // A text that has these characters itself stays as it is, and so does one that is nested as no object of a program is.
  if (all.some((piece) => typeof piece === 'string' && /[\u{e000}\u{e001}]|\\ue00[01]/iu.test(piece))) return undefined
  const expressions = all.flatMap((piece) => (isGap(piece) ? expressionIn(piece) : []))
  let gaps = 0
  const text = all.map((piece) => (typeof piece === 'string' ? piece : `\u{e000}${gaps++}\u{e001}`)).join('')
  if (excessIn(text, mostBody) !== undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (hasGapInName(value)) return undefined
    return status < 400 || JSON.stringify(value) === text ? { value, expressions } : undefined
  } catch {
    return undefined
  }
}

const hasGapInName = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(([name, inner]) => name.includes('\u{e000}') || hasGapInName(inner))

function jsonText({ value, expressions }: JsonValue, headers: string | undefined): string {
  const text = (part: string) =>
    tsText(
      part
        .split(/\u{e000}(\d+)\u{e001}/u)
        .map((each, at) => (at % 2 === 0 ? each : gap(expressions[Number(each)] ?? "''")))
        .filter((each) => each !== ''),
    )
  return `json(${tsValue(value, '  ', (part) => (part === '' ? "''" : text(part)))}${headers === undefined ? '' : `, ${headers}`})`
}

export const callHelper = `function read(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
const callIn = (world: string) => async (method: string, path: string, sent: RequestInit = {}) => {
  const address = \`\${server}/worlds/\${world}\${path}\`
  // No value of a reply may lead a call elsewhere.
  const [written = ''] = address.split(/[?#]/, 1)
  if (new URL(address).href.split(/[?#]/, 1)[0]?.split('/').length !== written.split('/').length) throw new Error(\`\${address} leads elsewhere.\`)
  const response = await fetch(address, { method, redirect: 'manual', ...sent })
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes, body: read(new TextDecoder().decode(bytes)) }
}
`
export const jsonHelper = `const json = (value: unknown, headers: Record<string, string> = {}) => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
})
`
/** Tokens follow the clock of a world. */
export const tokenHelper = (
  worlds: readonly string[],
) => `const tokenOf = async (${worlds.length > 1 ? 'call: ReturnType<typeof callIn>, ' : ''}caller: object) => {
  const headers = { 'content-type': 'application/json' }
  return (await ${worlds.length > 1 ? 'call' : worlds[0]}('POST', '/_standin/tokens', { headers, body: JSON.stringify(caller) })).body.token as string
}
`
export const setUp = `beforeAll(async () => {
  for (const [world, start] of Object.entries(starts)) {
    const body = JSON.stringify(start)
    const { status } = await callIn(world)('PUT', '/_standin/snapshot', { headers: { 'content-type': 'application/json' }, body })
    expect(status).toBe(200)
  }
})
afterAll(async () => {
  for (const world of Object.keys(starts)) await fetch(\`\${server}/_standin/worlds/\${world}\`, { method: 'DELETE' })
})

`
export const unsignedHelper = `const unsigned = (...parts: object[]) =>
  [...parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')), 'c2lnbmF0dXJl'].join('.')
`
