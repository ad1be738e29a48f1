/** A capsule as a shell script of curl calls. */
import { identityOf } from './identity-of.ts'
import { shText } from './literal.ts'
import { type Carried, guids, type PlannedStep } from './plan.ts'
import type { TakenStep } from './take-steps.ts'
import { atBase, pieces, type Script, startFile, titleOf, tokenKind, tokensIn, worldIn } from './wording.ts'

export function curlText(script: Script): string {
  const { capsule, command, taken, name, starts } = script
  const tokens = new Map<number, string>()
  const begin = [...starts.keys()].map((world) => `start ${worldIn(script, world)} ${startText(script, world)}\n`)
  const steps = taken.map((each) => stepText(script, each, tokens))
  return `#!/bin/sh
# The calls of ${capsule}, answered as in the recording. They need a server, whose address is STANDIN_URL:
# ${command}
set -eu
server="\${STANDIN_URL:-http://127.0.0.1:4300}"
cd "$(dirname "$0")"
${functions}
${begin.join('')}
${steps.join('\n')}
echo "${name}: each call was answered as in the capsule."
`
}

const functions = String.raw`
reply=$(mktemp) && headers=$(mktemp)
worlds=''
end() {
  rm -f "$reply" "$headers"
  for world in $worlds; do curl -sS -X DELETE "$server/_standin/worlds/$world"; done
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
  got=$(curl -sS -o "$reply" -D "$headers" -w '%{http_code}' -X "$method" "$address" "$@" 2>/dev/null) || got=broken
  [ "$wanted" = any ] || [ "$got" = "$wanted" ] || fail "$method $address was answered $got, and not $wanted: $(cat "$reply")"
}
fail() {
  echo "$1" >&2
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
# member <name>: the first member with this name.
member() { tr ',{}' '\n\n\n' <"$reply" | sed -n "s/^ *\"$1\": *\"\{0,1\}\([^\"]*\)\"\{0,1\}.*/\1/p" | head -n 1; }
# part <text>: a part of a token.
part() { printf %s "$1" | base64 | tr -d '=\n' | tr '/+' '_-'; }
token() {
  expect 200 POST "$1" /_standin/tokens -H 'content-type: application/json' -d "$2"
  member token
}
`

const startText = (script: Script, world: string) => {
  const start = script.starts.get(world)
  return start ? shText([JSON.stringify(start)]) : `@${startFile(script, world)}`
}

function stepText(script: Script, taken: TakenStep, tokens: Map<number, string>): string {
  const { step, differences } = taken
  const { sends, expected } = step
  const world = worldIn(script, step.world)
  const lines = [`# ${titleOf(taken)}`, ...tokensText(script, step, tokens)]
  const words = (text: Parameters<typeof pieces>[0]) =>
    shText(
      pieces(
        text,
        ({ name }) => `$${name}`,
        (number) => `$${tokens.get(number) ?? ''}`,
      ),
    )
  if (step.waited > 0)
    lines.push(
      `expect 200 POST ${world} /_standin/clock/advance -H 'content-type: application/json' -d '{"by":"PT${step.waited / 1000}S"}'`,
    )
  const isOther = differences.some(({ where }) => where === 'status' || where === 'connection')
  const file = script.files.get(step)
  const body = file !== undefined ? `@${file}` : sends.text && sends.text.length > 0 ? words(sends.text) : undefined
  const headers = Object.entries(sends.headers).map(([name, text]) => `-H ${words([`${name}: `, ...text])}`)
  const data =
    body === undefined ? [] : [...(step.headers['content-type'] === undefined ? ["-H 'content-type:'"] : []), `--data-binary ${body}`]
  const wanted = isOther ? 'any' : expected.isCut ? 'broken' : expected.status
  lines.push(`expect ${[wanted, step.method, world, words(sends.path), ...headers, ...data].join(' ')}`)
  if (!isOther && !expected.isCut) lines.push(...bodyText(script, taken))
  return `${[...lines, ...step.gives.map((given) => `${given.name}=${accessText(given, step)}`)].join('\n')}\n`
}

function tokensText(script: Script, { sends, world }: PlannedStep, tokens: Map<number, string>): string[] {
  return tokensIn(sends, script.plan).flatMap((line) => {
    if (tokens.has(line.token)) return []
    const name = `token${tokens.size + 1}`
    tokens.set(line.token, name)
    const place = worldIn(script, world)
    const kind = tokenKind(script, line)
    if (kind === 'given') return [`${name}=${shText([script.given.get(line.token) ?? ''])}`]
    if (kind !== 'unsigned')
      return [
        `${name}=$(token ${place} ${shText([JSON.stringify(identityOf(line.claims))])}${kind === 'own' ? '' : " | sed 's/.\\{8\\}$/AAAAAAAA/'"})`,
      ]
    const claims = atBase(JSON.stringify(line.claims), script.bases, [{ expression: `$server/worlds/${place}` }])
    return [`${name}=$(part ${shText([JSON.stringify(line.header)])}).$(part ${shText(claims)}).c2lnbmF0dXJl`]
  })
}

function bodyText({ restore }: Script, { step: { expected, kind }, differences }: TakenStep): string[] {
  if (expected.bytes?.sha256 !== undefined)
    return [`[ "$(sha256sum <"$reply" | cut -c 1-64)" = ${expected.bytes.sha256} ] || fail 'The bytes are others.'`]
  if (kind === 'control' || expected.text === undefined || differences.length > 0) return []
  const lines = restore(expected.text).split('\n')
  return [`body ${shText([lines.map((line) => line.trim()).join('')])}`]
}

function accessText({ value, from }: Carried, { expected: { text = '', headers } }: PlannedStep): string {
  const nth = (inside: string) => [...inside.matchAll(guids())].findIndex(([found]) => found === value) + 1
  if (from.header !== undefined)
    return `$(grep -i '^${from.header}:' "$headers" >"$reply.id"; id ${nth(String(headers[from.header]))} "$reply.id"; rm -f "$reply.id")`
  if (nth(text) > 0) return `$(id ${nth(text)} "$reply")`
  return from.path?.length === 0 ? '$(cat "$reply")' : `$(member ${from.path?.at(-1)})`
}
