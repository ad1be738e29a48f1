/** Keeps the keys that sign tokens in a file that only its owner can read. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { KeyStore } from '../tokens/keys.ts'

type Stored = Partial<Record<string, Partial<Record<string, readonly string[]>>>>

export function fileKeyStore(path: string): KeyStore {
  const stored: Stored = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  return {
    read: (alg, which) => stored[alg]?.[which] ?? [],
    write(alg, which, keys) {
      stored[alg] = { ...stored[alg], [which]: keys }
      writeFileSync(`${path}.new`, JSON.stringify(stored), { mode: 0o600, flush: true })
      renameSync(`${path}.new`, path)
    },
  }
}
