/** Creates a test CA that this process trusts, even in `fetch`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { type Authority, openAuthority, serverCertificates } from '../../src/platform/certificates.ts'

let opened: Promise<Authority> | undefined

/** Folder of the CA. The next run reuses the CA, because a test worker cannot remove the folder at the end. */
export const caFolder = join(import.meta.dirname, '../../out/test-ca', process.env.VITEST_POOL_ID ?? '0')

/** Makes this process trust the CA. Resolves to the path of the CA's certificate. */
export async function trusted(): Promise<string> {
  opened ??= openAuthority(caFolder).then((authority) => {
    setDefaultCACertificates([...getCACertificates('default'), readFileSync(authority.file, 'utf8')])
    return authority
  })
  return (await opened).file
}

let certificates: ReturnType<typeof serverCertificates> | undefined

/** Issues certificates for a server, from a CA that this process trusts. */
export async function testCertificates() {
  await trusted()
  certificates ??= serverCertificates({ tls: true, caFolder })
  return certificates
}
