/** Prepares another server for a capsule's calls: a Standin, with separate worlds for them, or another implementation. */

import type { MintOptions } from '../../../control/create-simulator.ts'
import { addressOf, worldName } from '../../../service/engine/address.ts'
import { type Claims, readCaller } from '../../../service/tokens/caller.ts'
import { derivedClientId } from '../../../service/tokens/issue.ts'
import { boundedText } from '../../../service/wire/json.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import type { Capsule } from '../../capsules/files.ts'
import { startsOf, stoodStill } from '../../capsules/replay.ts'
import type { OtherServer } from '../../capsules/take-steps.ts'
import { tokenBy } from '../contracts/token-command.ts'
import type { Io } from '../frame/io.ts'
import { reaching, remote } from '../frame/remote.ts'
import { partsFor } from './replay-file.ts'

export interface ServerAsked {
  readonly file: string
  readonly url: string
  readonly adminToken: string | undefined
  readonly tokenCommand: string | undefined
  readonly headers: readonly (readonly [name: string, value: string])[]
}

/** Maximum wait between two calls to another implementation, in real milliseconds. */
const longestWait = 60_000
/** Time limit for all token commands together, in real milliseconds. */
const longestTokens = 3_600_000

/** On a Standin, creates worlds with the same initial state as the capsule's worlds, and removes them afterwards. */
export async function withOtherServer<Result>(
  wanted: ServerAsked,
  capsule: Capsule,
  io: Io,
  use: (server: OtherServer) => Promise<Result>,
): Promise<Result> {
  const { url, tokenCommand, headers } = wanted
  const send = (request: Request) => {
    for (const [name, value] of headers) request.headers.set(name, value)
    return fetch(request)
  }
  const tokenFrom = tokenCommand === undefined ? undefined : tokenBy(tokenCommand, io.folder)
  const signal = AbortSignal.timeout(longestTokens)
  const token: OtherServer['token'] | undefined =
    tokenFrom &&
    ((claims) => {
      const { orgNo = '', ...identity } = identityOf(claims)
      return tokenFrom({ ...identity, orgNo }, signal)
    })
  if (await isStandinAt(url)) return withStandin(wanted, capsule, { send, token }, use)
  return use({
    base: (world) => (world === 'default' ? url : undefined),
    hasControls: false,
    hasSameTimes: false,
    send,
    token:
      token ??
      (() => {
        throw new Misuse(
          `${url} is not a Standin server, so it does not issue tokens. Use --token-command with a command that prints a token.`,
        )
      }),
    pass: (_, milliseconds) => new Promise((resolve) => setTimeout(resolve, Math.min(milliseconds, longestWait))),
  })
}

function identityOf(claims: Claims): MintOptions {
  const { org, orgNo, scopes, vendor, systemUser, clientId, exp } = readCaller(claims) ?? { scopes: [], exp: 0 }
  const from = typeof claims.iat === 'number' ? claims.iat : exp / 1000 - 1800
  const ttl = Math.max(1, Math.round(exp / 1000 - from))
  const own = systemUser === undefined ? (orgNo ?? vendor) : vendor
  const isDerived = own !== undefined && clientId === derivedClientId(own)
  return {
    ...(org !== undefined && { org }),
    ...(own !== undefined && { orgNo: own }),
    scope: scopes.join(' '),
    ...(clientId !== undefined && !isDerived && /^[\w-]{1,50}$/.test(clientId) && { clientId }),
    ...(systemUser !== undefined && orgNo !== undefined && { systemUserOrg: orgNo }),
    ...(claims.client_amr !== undefined && { issuer: 'maskinporten' as const }),
    ...(ttl !== 1800 && { ttl }),
  }
}

/** Maps the capsule's worlds to names for this run. `run`: the prefix of the new names. */
function worldsOf(run: string, worlds: Iterable<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const world of [...worlds].toSorted((one, other) => one.length - other.length)) {
    const whole = world === 'default' ? run : `${run}-${world}`
    let name = whole
    for (let nth = 2; !worldName.test(name) || [...names.values()].includes(name); nth++) name = `${whole.slice(0, 50)}-${nth}`
    names.set(world, name)
  }
  return names
}

async function withStandin<Result>(
  { url, adminToken, file }: ServerAsked,
  capsule: Capsule,
  { send, token }: { readonly send: OtherServer['send']; readonly token: OtherServer['token'] | undefined },
  use: (server: OtherServer) => Promise<Result>,
): Promise<Result> {
  // Derived from the capsule, because a world's randomness depends on its name, and a second run must behave like the first.
  const run = `capsule-${capsule.head.mark.replace(/\W/g, '')}`
  const worlds = new Set(capsule.lines.flatMap((line) => ('world' in line ? line.world : [])))
  const names = worldsOf(run, worlds)
  const nameFor = (world: string) => names.get(world) ?? run
  const at = (world: string) => remote({ url, world, adminToken })
  const starts = await startsOf(capsule, worlds, partsFor(file))
  try {
    for (const [world, document] of starts) await at(nameFor(world)).call('control.restoreSnapshot', { body: document })
    return await use({
      base: (world) => addressOf(url, nameFor(world)),
      hasControls: true,
      hasSameTimes: stoodStill(capsule),
      send(request) {
        const isControl = new URL(request.url).pathname.includes('/_standin/')
        if (isControl && adminToken !== undefined) request.headers.set('authorization', `Bearer ${adminToken}`)
        return send(request)
      },
      token: token ?? (async (claims, world) => (await at(nameFor(world)).call('control.makeToken', { body: identityOf(claims) })).token),
      async pass(world, milliseconds) {
        await at(nameFor(world)).call('control.advanceClock', { body: { by: `PT${milliseconds / 1000}S` } })
      },
    })
  } finally {
    for (const world of starts.keys()) {
      const dropped = remote({ url, adminToken }).call('control.dropWorld', { params: { name: nameFor(world) } })
      await dropped.catch(() => {})
    }
  }
}

async function isStandinAt(url: string): Promise<boolean> {
  const reach = reaching({ url })
  const version = `${url}/_standin/version`
  const reply = await reach(`GET ${version}`, () => fetch(version))
  const text = await boundedText(reply.body, { most: 2 ** 20, place: version })
  return reply.ok && text.includes('"name":"standin"')
}
