/** Measures what the check of a token costs: one that is known, and new ones, beside the library alone. */

import { compactVerify, generateKeyPair } from 'jose'
import { usedGrants, useGrant } from '../src/areas/authentication/records/used-grants.ts'
import { nodeSignature } from '../src/platform/node.ts'
import { createKeys } from '../src/tokens/keys.ts'
import type { SigningAlgorithm } from '../src/tokens/signing-key.ts'
import { createTrust } from '../src/tokens/trust.ts'
import { createVerifier } from '../src/tokens/verify.ts'
import { createRecords } from '../src/world/records/records.ts'
import { median } from './median.ts'

export interface Tokens {
  /** Microseconds. */
  readonly known: number
  readonly rs256: number
  readonly es256: number
  readonly library: Readonly<Record<SigningAlgorithm, number>>
  /** Bytes of heap that 10,000 further distinct tokens, and grants, add when 10,000 are remembered already. */
  readonly growth: { readonly tokens: number; readonly grants: number }
}

const many = 10_000
/** How many tokens are signed at once. */
const batch = 100
const claims = (nth: number) => ({
  iss: 'http://standin.test/authentication/api/v1/openid/',
  exp: 4_000_000_000,
  jti: String(nth),
  scope: 'altinn:broker.read altinn:broker.write',
  client_id: '3b0d0c0e-6c3a-4c44-9a0a-5a3f6f1f7a11',
  consumer: { authority: 'iso6523-actorid-upis', ID: '0192:312345676' },
  'urn:altinn:orgNumber': '312345676',
})

export async function tokens(): Promise<Tokens> {
  const keys = createKeys({ verifySignature: nodeSignature })
  const verifier = createVerifier(createTrust(keys))
  const made = async (alg: SigningAlgorithm, count: number, from = 0) => {
    const all: string[] = []
    // Signing takes most of the time of this bench, so several cores do it.
    for (let nth = 0; nth < count; nth += batch) {
      const signed = Array.from({ length: Math.min(batch, count - nth) }, (_, more) => keys.sign(claims(from + nth + more), { alg }))
      for (const token of await Promise.all(signed)) all.push(`Bearer ${token}`)
    }
    return all
  }
  const check = async (header: string) => {
    const found = await verifier.callerOf(header)
    if (!found || 'distrust' in found) throw new Error('A good token is refused.')
  }
  const [first = ''] = await made('RS256', 1, -1)
  await check(first)
  const known = await each<string>(Array(100_000).fill(first), (header) => void verifier.callerOf(header))
  const rs256 = await each(await made('RS256', 3_000), check)
  const es256 = await each(await made('ES256', 3_000, 10_000), check)
  const library = { RS256: await alone('RS256'), ES256: await alone('ES256') }
  for (const header of await made('RS256', many, 20_000)) await check(header)
  const more = await made('RS256', many, 40_000)
  const used = createRecords().of(usedGrants)
  const grant = (nth: number) => useGrant(used, `${nth}`.padStart(44, '0'), 2_000, 1_000)
  for (let nth = 0; nth < many; nth++) grant(nth)
  const growth = {
    tokens: await grown(async () => {
      for (const header of more) await check(header)
    }),
    grants: await grown(async () => {
      for (let nth = many; nth < 3 * many; nth++) grant(nth)
    }),
  }
  return { known, rs256, es256, library, growth }
}

/** Microseconds of one call, the median of rounds of 100. */
async function each<T>(list: readonly T[], call: (one: T) => Promise<void> | void): Promise<number> {
  const rounds: number[] = []
  for (let at = 0; at + 100 <= list.length; at += 100) {
    const began = performance.now()
    for (const one of list.slice(at, at + 100)) {
      const going = call(one)
      // A known token is answered at once, and waiting would be most of the time.
      if (going !== undefined) await going
    }
    rounds.push(((performance.now() - began) * 1000) / 100)
  }
  return median(rounds)
}

async function alone(alg: SigningAlgorithm): Promise<number> {
  const { privateKey, publicKey } = await generateKeyPair(alg)
  const { CompactSign } = await import('jose')
  const payload = new TextEncoder().encode(JSON.stringify(claims(0)))
  const token = await new CompactSign(payload).setProtectedHeader({ alg }).sign(privateKey)
  return each(Array(2_000).fill(token), async (one) => void (await compactVerify(one, publicKey)))
}

/** The heap before and after, both without garbage where `--expose-gc` is on. */
async function grown(work: () => Promise<void>): Promise<number> {
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  await work()
  globalThis.gc?.()
  return process.memoryUsage().heapUsed - before
}

export function showTokens({ known, rs256, es256, library, growth }: Tokens): void {
  console.table({
    'a known token': { µs: known.toFixed(2), 'at most': 2 },
    'a new RS256 token': { µs: rs256.toFixed(0), 'library alone': library.RS256.toFixed(0), 'at most': 150 },
    'a new ES256 token': { µs: es256.toFixed(0), 'library alone': library.ES256.toFixed(0), 'at most': 300 },
  })
  const mebibytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1)
  console.log(
    `10,000 further tokens grow the heap by ${mebibytes(growth.tokens)} MiB, 20,000 further grants by ${mebibytes(growth.grants)} MiB.`,
  )
}

if (import.meta.main) showTokens(await tokens())
