/** The key sets of others, which are fetched when a token names a key, and kept. Source: decisions §3. */
import type { JWK } from 'jose'
import { isClaims } from './caller.ts'

/** Chooses one key of a set. */
export type ChooseKey = (keys: readonly JWK[]) => JWK | undefined

/** A key set of one key needs no id. */
export const keyWithId =
  (kid: string | undefined): ChooseKey =>
  (keys) =>
    kid === undefined ? (keys.length === 1 ? keys[0] : undefined) : keys.find((key) => key.kid === kid)

/** An RSA key, under any id. */
export const sameKeyAs =
  ({ n, e }: JWK): ChooseKey =>
  (keys) =>
    keys.find((key) => key.n === n && key.e === e)

export interface RemoteKeys {
  /** A key of the key set at an address; undefined when there is none, or when the key set cannot be had. */
  find(address: string, choose: ChooseKey): Promise<JWK | undefined>
  /** All keys of the key set at an address, as it was fetched last. */
  all(address: string): Promise<readonly JWK[]>
  /** The document at an address, fetched once, and again a minute later at the earliest if that failed. */
  document(address: string): Promise<Readonly<Record<string, unknown>> | undefined>
}

export interface RemoteKeysOptions {
  /** The parsed JSON at an address. */
  fetchJson(address: string): Promise<unknown>
  /** Milliseconds of a clock that only moves forward. */
  tick(): number
}

interface Fetched {
  readonly at: number
  readonly document: Promise<Readonly<Record<string, unknown>> | undefined>
}

/** Milliseconds between two fetches of one address, and the most addresses to remember. */
const [pauseBetween, most] = [60_000, 1000]

export function createRemoteKeys({ fetchJson, tick }: RemoteKeysOptions): RemoteKeys {
  const known = new Map<string, Fetched>()

  function fetched(address: string, before?: Fetched): Fetched {
    const [oldest] = known.keys()
    if (!before && known.size >= most && oldest !== undefined) known.delete(oldest)
    const document = fetchJson(address).then(
      (value) => (isClaims(value) ? value : undefined),
      () => undefined,
    )
    // What was known stays good while its source cannot be reached.
    const entry = { at: tick(), document: document.then(async (value) => value ?? (await before?.document)) }
    known.set(address, entry)
    return entry
  }

  const isOld = ({ at }: Fetched) => tick() - at >= pauseBetween

  return {
    async document(address) {
      const before = known.get(address)
      const knownDocument = before && (await before.document)
      return knownDocument ?? (before && !isOld(before) ? undefined : fetched(address, before).document)
    },
    all: async (address) => keysIn(await (known.get(address) ?? fetched(address)).document),
    async find(address, choose) {
      const before = known.get(address) ?? fetched(address)
      const key = keyIn(await before.document, choose)
      if (key || !isOld(before)) return key
      // Callers that come meanwhile share one fetch.
      const now = known.get(address) ?? before
      return keyIn(await (now === before ? fetched(address, before) : now).document, choose)
    },
  }
}

type KeySet = Readonly<Record<string, unknown>>

export const keyIn = (keySet: KeySet | undefined, choose: ChooseKey): JWK | undefined => choose(keysIn(keySet))

const keysIn = (keySet: KeySet | undefined): readonly JWK[] => (Array.isArray(keySet?.keys) ? keySet.keys.filter(isClaims) : [])
