/** Lets commands trust the CA of the user, so that they reach a server that was started with --tls. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as tls from 'node:tls'
import { stateFolder } from '../platform/state-folder.ts'

/** Node.js before 22.19 cannot do this in a running process; there NODE_EXTRA_CA_CERTS does it. */
export function trustOwnCa(folder = stateFolder()): void {
  const file = join(folder, 'ca.pem')
  if (!existsSync(file) || !('setDefaultCACertificates' in tls)) return
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(file, 'utf8')])
}
