/** A CA for tests, which this process trusts, also in `fetch`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { type Authority, openAuthority, serverCertificates } from '../../src/platform/certificates.ts'

let opened: Promise<Authority> | undefined

/** It stays for the next run: a worker of tests ends without a moment to remove it. */
export const caFolder = join(import.meta.dirname, '../../out/test-ca', process.env.VITEST_POOL_ID ?? '0')

/** The file of the CA. */
export async function trusted(): Promise<string> {
  opened ??= openAuthority(caFolder).then((authority) => {
    setDefaultCACertificates([...getCACertificates('default'), readFileSync(authority.file, 'utf8')])
    return authority
  })
  return (await opened).file
}

let certificates: ReturnType<typeof serverCertificates> | undefined

/** The certificates of a server whose CA this process trusts. */
export async function testCertificates() {
  await trusted()
  certificates ??= serverCertificates({ tls: true, caFolder })
  return certificates
}
