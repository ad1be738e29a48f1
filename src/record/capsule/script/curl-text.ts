/** A capsule as a shell script of curl calls. */
import { gap, shComment, shWord } from '../../../quoting.ts'
import { identityOf } from './another-client.ts'
import { curlFunctions } from './curl-functions.ts'
import { type Carried, guids, type PlannedStep, type Text } from './plan.ts'
import type { TakenStep } from './take-steps.ts'
import {
  atBase,
  isOtherReply,
  mostBody,
  pieces,
  type Script,
  secondsOf,
  sizeOf,
  startFile,
  titleOf,
  tokenKind,
  tokensIn,
  worldIn,
} from './wording.ts'

export function curlText(script: Script): string {
  const { capsule, command, taken, name, starts } = script
  const tokens = new Map<number, string>()
  const begin = [...starts].map(([world, start]) => {
    const document = start ? JSON.stringify(start) : `@${startFile(script, world)}`
    return `start ${shWord([worldIn(script, world)])} ${shWord([document])}\n`
  })
  const steps = taken.map((each) => stepText(script, each, tokens))
  return `#!/bin/sh
${shComment(`The calls of ${capsule}, answered as in the recording. They need a server, whose address is STANDIN_URL:`)}
${shComment(command)}
set -eu
server="\${STANDIN_URL:-http://127.0.0.1:4300}"
cd "$(dirname "$0")"
${curlFunctions}
${begin.join('')}
${steps.join('\n')}
echo ${shWord([`${name}: each call was answered as in the capsule.`])}
`
}

/** No variable of the environment, nor one of the functions above. */
const variable = (name: string) => `value_${name}`

function stepText(script: Script, taken: TakenStep, tokens: Map<number, string>): string {
  const { step } = taken
  const { sends, expected } = step
  const world = shWord([worldIn(script, step.world)])
  const lines = [shComment(titleOf(taken)), ...tokensText(script, step, tokens)]
  const words = (text: Text) => shWord(pieces(text, (part) => `$${'token' in part ? (tokens.get(part.token) ?? '') : variable(part.name)}`))
  if (step.waited > 0)
    lines.push(
      `expect 200 POST ${world} /_standin/clock/advance -H 'content-type: application/json' -d ${shWord([JSON.stringify({ by: secondsOf(step.waited) })])}`,
    )
  const isOther = isOtherReply(taken)
  const file = script.files.get(step)
  // No argument of a program is longer than 128 KiB.
  const isPiped = file === undefined && sends.text !== undefined && sizeOf(sends.text) > mostBody
  const body =
    file !== undefined || isPiped
      ? `--data-binary ${shWord([`@${file ?? '-'}`])}`
      : sends.text && sends.text.length > 0
        ? // A text that begins with @ names no file.
          `--data-raw ${words(sends.text)}`
        : undefined
  // Curl leaves out a header with nothing behind its colon.
  const headers = Object.entries(sends.headers).map(
    ([name, text]) => `-H ${words(text.length === 0 ? [`${name};`] : [`${name}: `, ...text])}`,
  )
  const data = body === undefined ? [] : [...(step.headers['content-type'] === undefined ? ["-H 'content-type:'"] : []), body]
  const wanted = isOther ? 'any' : expected.isCut ? 'broken' : expected.status
  const piped = isPiped ? `printf %s ${words(sends.text ?? [])} | ` : ''
  lines.push(`${piped}expect ${[wanted, shWord([step.method]), world, words(sends.path), ...headers, ...data].join(' ')}`)
  if (!isOther && !expected.isCut) lines.push(...bodyText(script, taken))
  // Another reply does not have this value.
  const gives = step.gives.map((given) => `${variable(given.name)}=${isOther ? shWord([given.value]) : accessText(given, step)}`)
  return `${[...lines, ...gives].join('\n')}\n`
}

function tokensText(script: Script, { sends, world }: PlannedStep, tokens: Map<number, string>): string[] {
  return tokensIn(sends, script.plan).flatMap((line) => {
    if (tokens.has(line.token)) return []
    const name = `token_${tokens.size + 1}`
    tokens.set(line.token, name)
    const scriptWorld = worldIn(script, world)
    const placed = shWord([scriptWorld])
    const kind = tokenKind(script, line)
    if (kind === 'given') return [`${name}=${shWord([script.given.get(line.token) ?? ''])}`]
    if (kind !== 'unsigned')
      return [
        `${name}=$(token ${placed} ${shWord([JSON.stringify(identityOf(line.claims))])}${kind === 'own' ? '' : " | sed 's/.\\{8\\}$/AAAAAAAA/'"})`,
      ]
    const claims = atBase(JSON.stringify(line.claims), script.bases, [gap('$server'), `/worlds/${scriptWorld}`])
    return [`${name}=$(part ${shWord([JSON.stringify(line.header)])}).$(part ${shWord(claims)}).c2lnbmF0dXJl`]
  })
}

function bodyText({ restore }: Script, { step: { expected, kind }, differences }: TakenStep): string[] {
  if (expected.bytes?.sha256 !== undefined)
    return [`[ "$(sha256sum <"$reply" | cut -c 1-64)" = ${shWord([expected.bytes.sha256])} ] || fail 'The bytes are others.'`]
  if (kind === 'control' || expected.text === undefined || differences.length > 0) return []
  const lines = restore(expected.text).split('\n')
  return [`body ${shWord([lines.map((line) => line.trim()).join('')])}`]
}

function accessText({ value, from }: Carried, { expected: { text = '', headers } }: PlannedStep): string {
  const nth = (source: string) => [...source.matchAll(guids())].findIndex(([guid]) => guid === value) + 1
  if (from.header !== undefined)
    return `$(grep -i ${shWord([`^${from.header}:`])} "$headers" >"$reply.id"; id ${nth(String(headers[from.header]))} "$reply.id"; rm -f "$reply.id")`
  if (nth(text) > 0) return `$(id ${nth(text)} "$reply")`
  return from.path?.length === 0 ? '$(cat "$reply")' : `$(member ${shWord([JSON.stringify(from.path?.at(-1) ?? '')])})`
}
