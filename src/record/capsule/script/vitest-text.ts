/** A capsule as a test for Vitest. */
import { gap, tsAccess, tsComment, tsDocComment, tsText, tsValue } from '../../../quoting.ts'
import type { LineOf } from '../lines.ts'
import { identityOf } from './another-client.ts'
import type { Carried, PlannedStep } from './plan.ts'
import type { TakenStep } from './take-steps.ts'
import { caller, callHelper, callText, jsonHelper, setUp, tokenHelper, unsignedHelper } from './vitest-call.ts'
import {
  atBase,
  bodyOf,
  isOtherReply,
  leafOf,
  type Script,
  secondsOf,
  startFile,
  titleOf,
  tokenKind,
  tokensIn,
  worldIn,
} from './wording.ts'

export function vitestText(script: Script): string {
  const { taken, name, capsule, command, starts } = script
  const worlds = [...starts.keys()]
  const hasFiles = script.files.size > 0 || [...starts.values()].includes(null)
  const hashes = taken.some(({ step }) => step.expected.bytes)
  const body = stepsText(script)
  const helpers = [
    /\bjson\(/.test(body) && jsonHelper,
    /\btokenOf\(/.test(body) && tokenHelper(worlds.map(caller)),
    /\bunsigned\(/.test(body) && unsignedHelper,
    hashes && "const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')\n",
  ]
  return [
    `${tsDocComment(`The calls of ${capsule}, answered as in the recording. They need a server, whose address is STANDIN_URL: ${command}`)}\n`,
    hashes && "import { createHash } from 'node:crypto'\n",
    hasFiles && "import { readFileSync } from 'node:fs'\n",
    "import { afterAll, beforeAll, expect, test } from 'vitest'\n\n",
    "const server = process.env.STANDIN_URL ?? 'http://127.0.0.1:4300'\n",
    hasFiles && 'const fileBeside = (name: string) => readFileSync(new URL(name, import.meta.url))\n',
    callHelper,
    ...worlds.map((world) => `const ${caller(world)} = callIn(${tsText([worldIn(script, world)])})\n`),
    ...helpers,
    '\n/** The worlds as they were at the start of the capsule. */\n',
    `const starts: Record<string, object> = {\n${worlds.map((world) => `  ${tsText([worldIn(script, world)])}: ${startText(script, world)},\n`).join('')}}\n\n`,
    setUp,
    `test(${tsText([`${name}: each call is answered as in the capsule`])}, async () => {\n`,
    body,
    '})\n',
  ]
    .filter((each) => each !== false)
    .join('')
}

function startText(script: Script, world: string): string {
  const start = script.starts.get(world)
  return start ? tsValue(start, '  ') : `JSON.parse(fileBeside(${tsText([`./${startFile(script, world)}`])}).toString())`
}

function stepsText(script: Script): string {
  const known: Carried[] = []
  const tokens = new Map<number, string>()
  const parts: string[] = []
  for (const [nth, each] of script.taken.entries()) {
    parts.push(...tokensText(script, each.step, tokens))
    parts.push(stepText(script, each, { nth, known, token: (number) => tokens.get(number) ?? 'token' }))
    known.push(...each.step.gives)
  }
  return parts.join('\n')
}

/** The tokens that a step is the first one to need. */
function tokensText(script: Script, { sends, world }: PlannedStep, tokens: Map<number, string>): string[] {
  return tokensIn(sends, script.plan).flatMap((line) => {
    if (tokens.has(line.token)) return []
    const { org, orgNo = '' } = identityOf(line.claims)
    const caller = (org ?? `org${orgNo}`).replace(/\W/g, '').slice(0, 40)
    const name = `${/^[a-z]/i.test(caller) ? '' : 'org'}${caller}Token${tokens.size === 0 ? '' : tokens.size + 1}`
    tokens.set(line.token, name)
    return `  const ${name} = ${tokenText(script, line, world)}\n`
  })
}

function tokenText(script: Script, line: LineOf<'token'>, world: string): string {
  const kind = tokenKind(script, line)
  if (kind === 'given') return tsText([script.given.get(line.token) ?? ''])
  if (kind === 'unsigned') {
    const text = (claim: string) => tsText(atBase(claim, script.bases, [gap('server'), `/worlds/${worldIn(script, world)}`]))
    return `unsigned(${tsValue(line.header, '  ')}, ${tsValue(line.claims, '  ', text)})`
  }
  const made = `await tokenOf(${script.starts.size > 1 ? `${caller(world)}, ` : ''}${tsValue(identityOf(line.claims), '  ')})`
  return kind === 'own' ? made : `(${made}).replace(/.{8}$/, 'AAAAAAAA')`
}

interface StepScope {
  readonly nth: number
  readonly known: readonly Carried[]
  token(number: number): string
}

function stepText(script: Script, taken: TakenStep, scope: StepScope): string {
  const { step } = taken
  const call = callText(script, step, scope.token)
  const { expected, gives } = step
  const lines = [tsComment(titleOf(taken))]
  if (step.waited > 0)
    lines.push(`await ${caller(step.world)}('POST', '/_standin/clock/advance', json({ by: ${tsText([secondsOf(step.waited)])} }))`)
  if (isOtherReply(taken))
    lines.push(
      '// Repeated one after the other, the calls do not lead to the reply of the recording.',
      `await ${call}.catch(() => {})`,
      ...gives.map(({ name, value }) => `const ${name} = ${tsText([value])}`),
    )
  else if (expected.isCut) lines.push(`await expect(${call}).rejects.toThrow()`)
  else if (step.kind === 'control') lines.push(`expect((await ${call}).status).toBe(${expected.status})`)
  else {
    const reply = `reply${scope.nth + 1}`
    lines.push(
      `const ${reply} = await ${call}`,
      `expect(${reply}.status).toBe(${expected.status})`,
      ...bodyText(script, taken, reply, scope.known),
    )
    for (const { name, from } of gives) lines.push(`const ${name} = ${accessText(reply, from)}`)
  }
  return lines.map((line) => `  ${line}\n`).join('')
}

function bodyText(script: Script, { step, differences }: TakenStep, reply: string, known: readonly Carried[]): string[] {
  const { bytes } = step.expected
  if (bytes)
    return bytes.sha256 === undefined
      ? [`expect(${reply}.bytes.length).toBe(${bytes.size})`]
      : [`expect(sha256(${reply}.bytes)).toBe(${tsText([bytes.sha256])})`]
  const value = bodyOf(step, script.restore)
  if (value === undefined || differences.some(({ where }) => where === 'body')) return []
  return [`expect(${reply}.body).toEqual(${tsValue(shape(value, 'body'), '  ')})`]

  function shape(each: unknown, where: string): unknown {
    if (differences.some((difference) => difference.where === where)) return gap('expect.toSatisfy(() => true)')
    if (typeof each === 'string') {
      const leaf = leafOf(each, known, script)
      return leaf === 'same' ? each : gap(leaf === 'any' ? 'expect.any(String)' : leaf.name)
    }
    if (typeof each === 'number' && step.gives.some(({ value: given }) => given === String(each))) return gap('expect.any(Number)')
    if (Array.isArray(each)) return each.map((inner, nth) => shape(inner, `${where}[${nth}]`))
    if (typeof each !== 'object' || each === null) return each
    return Object.fromEntries(Object.entries(each).map(([name, inner]) => [name, shape(inner, `${where}.${name}`)]))
  }
}

const guid = '/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g'

function accessText(reply: string, { header, path = [], nth }: Carried['from']): string {
  const members = path.map(tsAccess).join('')
  const value = header === undefined ? `${reply}.body${members}` : `${reply}.headers.get(${tsText([header])})`
  if (nth === undefined) return header === undefined ? value : `${value} ?? ''`
  return `String(${value}).match(${guid})?.[${nth}] ?? ''`
}
