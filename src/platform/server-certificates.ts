/** The certificates of one server: for its port, and for the names that it serves as a proxy. */
import { isIP } from 'node:net'
import { Misuse } from '../service/wire/misuse.ts'
import { liveHosts } from '../service/wire/vocabulary.ts'
import { type Authority, type KeyPair, openAuthority } from './certificates.ts'

export interface TlsOptions {
  /** HTTPS instead of HTTP: with a certificate of Standin's own CA, or with one of yours, in PEM. Default: HTTP. */
  readonly tls?: boolean | KeyPair | undefined
  /** More host names and IP addresses of the server: clients may call by them, and its certificate and its proxy have them. */
  readonly serveNames?: readonly string[] | undefined
  /** Where the CA is kept. Default: the user's state folder. */
  readonly caFolder?: string | undefined
}

export interface ServerCertificates {
  /** For the port itself; undefined without TLS. */
  readonly own: KeyPair | undefined
  /** The file with the CA that signed it; undefined without TLS, and with a certificate of the user's own. */
  readonly ca: string | undefined
  /** The names that the proxy serves. */
  readonly names: readonly string[]
  /** For calls through the proxy. Made at the first call. */
  proxied(): Promise<KeyPair>
}

const local = ['localhost', '127.0.0.1', '::1']
const hostName = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/i

/** Throws {@link Misuse} for a name that no host can have, and for a certificate that cannot be used. */
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
