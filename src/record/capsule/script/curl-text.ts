/** A capsule as a shell script of curl calls. */
import { gap, shComment, shWord } from '../../../quoting.ts'
import { identityOf } from './another-client.ts'
import { type Carried, guids, type PlannedStep, type Text } from './plan.ts'
import type { TakenStep } from './take-steps.ts'
import { atBase, isOtherReply, pieces, type Script, secondsOf, startFile, titleOf, tokenKind, tokensIn, worldIn } from './wording.ts'

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
  const body =
    file !== undefined
      ? `--data-binary ${shWord([`@${file}`])}`
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
  lines.push(`expect ${[wanted, shWord([step.method]), world, words(sends.path), ...headers, ...data].join(' ')}`)
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

/** The functions that a script begins with. */
const curlFunctions = String.raw`
reply=$(mktemp) && headers=$(mktemp)
worlds=''
end() {
  rm -f "$reply" "$headers"
  for world in $worlds; do curl -sS -o /dev/null -X DELETE "$server/_standin/worlds/$world"; done
}
trap end EXIT

# start <world> <document>: begins a world as it was at the start of the capsule.
start() {
  worlds="$worlds $1"
  expect 200 PUT "$1" /_standin/snapshot -H 'content-type: application/json' --data-binary "$2"
}
# expect <status> <method> <world> <path> <arguments of curl>: makes a call, and compares the status.
expect() {
  wanted=$1 method=$2 address=$server/worlds/$3$4
  shift 4
  got=$(curl -gsS --path-as-is -o "$reply" -D "$headers" -w '%{http_code}' -X "$method" "$@" -- "$address" 2>/dev/null) || got=broken
  [ "$wanted" = any ] || [ "$got" = "$wanted" ] || fail "$method $address was answered $got, and not $wanted: $(cat "$reply")"
}
fail() {
  { printf %s "$1" | LC_ALL=C tr -c '\040-\176' '?'; echo; } >&2
  exit 1
}
# body <text>: compares the body, apart from ids, tokens, times and addresses.
body() {
  wanted=$(printf %s "$1" | plain) got=$(plain <"$reply")
  [ "$got" = "$wanted" ] || fail "The body is $got, and not $wanted"
}
plain() {
  tr -d ' \r\n' | sed -E -e 's#https?://[^/"]+(/worlds/[a-z0-9-]+)?##g' -e 's/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/ID/g' \
    -e 's/eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/TOKEN/g' -e 's/[0-9a-f]{16,}/TRACE/g' \
    -e 's/~[0-9a-f]+\.token-[0-9]+~/TOKEN/g' -e 's/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(Z|[+-][0-9]{2}:[0-9]{2})?/TIME/g'
}
# id <nth> <file>: an id in the reply or in its headers.
id() { grep -oiE '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}' "$2" | sed -n "$1p"; }
# member <name>: the text or the number of the first member with this name, which is written as in JSON.
member() {
  MEMBER=$1 LC_ALL=C awk '
    { text = text $0 " " }
    END {
      while ((at = index(text, ENVIRON["MEMBER"])) > 0) {
        text = substr(text, at + length(ENVIRON["MEMBER"]))
        if (match(text, /^ *: *"[^"]*"/) || match(text, /^ *: *[^ ",{}]+/)) {
          found = substr(text, RSTART, RLENGTH)
          gsub(/^ *: *"?|"$/, "", found)
          print found
          exit
        }
      }
    }' "$reply"
}
# part <text>: a part of a token.
part() { printf %s "$1" | base64 | tr -d '=\n' | tr '/+' '_-'; }
token() {
  expect 200 POST "$1" /_standin/tokens -H 'content-type: application/json' -d "$2"
  member '"token"'
}
`
