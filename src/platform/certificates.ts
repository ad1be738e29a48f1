/** Provides a server's certificates: for its own port, and for the names that it serves as a proxy. */
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { Misuse } from '../service/wire/misuse.ts'
import { liveHosts } from '../service/wire/vocabulary.ts'
import { issue, type KeyPair, makeAuthority, randomHex } from './certificates/issuing.ts'
import { makeFolder, stateFolder } from './node-path.ts'

export type { KeyPair } from './certificates/issuing.ts'

export interface TlsOptions {
  /**
   * Serves HTTPS: `true` uses a certificate from Standin's own CA; otherwise pass your own certificate and key in PEM format. Default:
   * HTTP.
   */
  readonly tls?: boolean | KeyPair | undefined
  /** Additional host names and IP addresses that clients may use to reach the server. The certificate and the proxy include them. */
  readonly serveNames?: readonly string[] | undefined
  /** The CA's folder. Default: the user's state folder. */
  readonly caFolder?: string | undefined
}

export interface ServerCertificates {
  readonly own: KeyPair | undefined
  /** The file of the CA that signed `own`; undefined without TLS, or if you supplied the certificate. */
  readonly ca: string | undefined
  readonly names: readonly string[]
  /** Returns the certificate for calls through the proxy, which is issued on the first such call. */
  proxied(): Promise<KeyPair>
}

const local = ['localhost', '127.0.0.1', '::1']
const hostName = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/i

/** Throws {@link Misuse} for an invalid host name, or an unusable certificate. */
export async function serverCertificates({ tls = false, serveNames = [], caFolder }: TlsOptions): Promise<ServerCertificates> {
  const strange = serveNames.find((name) => !isIP(name) && !hostName.test(name))
  if (strange !== undefined) throw new Misuse(`${JSON.stringify(strange.slice(0, 100))} is not a host name or an IP address.`)
  const names = [...liveHosts.keys(), ...serveNames.map((name) => name.toLowerCase())]
  let authority: Promise<Authority> | undefined
  let pair: Promise<KeyPair> | undefined
  const open = () => {
    authority ??= openAuthority(caFolder)
    return authority
  }
  const proxied = () => {
    pair ??= open().then(({ issue }) => issue([...local, ...names]))
    return pair
  }
  if (typeof tls === 'object') return { own: await usable(tls), ca: undefined, names, proxied }
  return { own: tls ? await proxied() : undefined, ca: tls ? (await open()).file : undefined, names, proxied }
}

async function usable(pair: KeyPair): Promise<KeyPair> {
  const { createSecureContext } = await import('node:tls')
  try {
    createSecureContext(pair)
    return pair
  } catch (error) {
    throw new Misuse(`The TLS certificate and key cannot be used: ${(error as Error).message}.`)
  }
}

export interface Authority {
  /** The certificate file that clients must trust. */
  readonly file: string
  /** Issues a certificate for host names and IP addresses. */
  issue(names: readonly string[]): Promise<KeyPair>
}

/** Opens the CA in a folder, creating both if necessary. Default: the user's state folder. */
export async function openAuthority(folder: string = stateFolder()): Promise<Authority> {
  const file = join(folder, 'ca.pem')
  const keyFile = join(folder, 'ca-key.pem')
  const pair = existsSync(keyFile) ? undefined : await makeAuthority()
  const pem = inFolder(folder, () => {
    if (pair) writeOnce(keyFile, pair)
    return readFileSync(keyFile, 'utf8')
  })
  const [cert, key] = [block(pem, 'CERTIFICATE'), block(pem, 'PRIVATE KEY')]
  if (!cert || !key) throw new Misuse(`${keyFile} does not contain a certificate and a key. Remove it; Standin then creates a new CA.`)
  inFolder(folder, () => {
    if (!existsSync(file) || readFileSync(file, 'utf8') !== cert) writeFileSync(file, cert)
  })
  return { file, issue: (names) => issue({ cert, key }, keyFile, names) }
}

function inFolder<T>(folder: string, work: () => T): T {
  try {
    makeFolder(folder, 0o700)
    return work()
  } catch (error) {
    throw new Misuse(`Standin cannot store its CA in ${folder} (${(error as Error).message}). Choose another folder with --ca-folder.`)
  }
}

/** Atomically writes the certificate and key to a single file, so that two processes starting at the same time use the same CA. */
function writeOnce(path: string, { cert, key }: KeyPair): void {
  const draft = `${path}.${randomHex(4)}`
  writeFileSync(draft, cert + key, { mode: 0o600 })
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
}

function block(pem: string, kind: string): string | undefined {
  const [begin, end] = [`-----BEGIN ${kind}-----`, `-----END ${kind}-----\n`]
  const [from, to] = [pem.indexOf(begin), pem.indexOf(end)]
  return from < 0 || to < from ? undefined : pem.slice(from, to + end.length)
}
