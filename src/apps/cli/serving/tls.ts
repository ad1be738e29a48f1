/** Options for TLS and the proxy, with their files, and `standin ca`: the certificate authority that clients must trust. */
import { resolve } from 'node:path'
import type { TlsOptions } from '../../../platform/certificates.ts'
import { stateFolder } from '../../../platform/node-path.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { defineCommand } from '../frame/command.ts'
import type { Io } from '../frame/io.ts'
import { bare, everywhere, optional, someText, type Values } from '../frame/option.ts'
import { print } from '../frame/print.ts'
import { json } from '../frame/remote.ts'
import { readNamed } from '../frame/whole-file.ts'

export const caFolder = everywhere(
  optional('The folder of the certificate authority (CA) for --tls and the proxy', someText, "the user's state folder"),
)

/** Each option can also be set in the environment and the configuration file. */
export const tlsOptions = {
  tls: bare('Serve HTTPS with a certificate from a CA that Standin creates once; "standin ca" prints the path of the CA file'),
  tlsCert: optional('Serve HTTPS with your own certificate (.pem, with its chain)', someText),
  tlsKey: optional('The private key for --tls-cert (.pem)', someText),
  serveNames: optional(
    "This server's additional names and addresses, for clients, its certificate and its proxy, such as a.example,10.0.0.7",
    names,
  ),
  caFolder,
}

function names(text: string): readonly string[] {
  return someText(text)
    .split(/[\s,]+/)
    .filter((name) => name !== '')
}

export const caFolderOf = ({ caFolder: folder }: { readonly caFolder: string | undefined }, io: Io): string =>
  folder === undefined ? stateFolder(io.env) : resolve(io.folder, folder)

export function readTls(values: Values<typeof tlsOptions>, io: Io): Required<TlsOptions> {
  const { tls, tlsCert, tlsKey, serveNames } = values
  const own = { serveNames, caFolder: caFolderOf(values, io) }
  if (tlsCert === undefined && tlsKey === undefined) return { tls, ...own }
  if (tlsCert === undefined) throw new Misuse('--tls-key needs --tls-cert, the certificate for this key.')
  if (tlsKey === undefined) throw new Misuse('--tls-cert needs --tls-key, the private key for this certificate.')
  const read = (flag: string, path: string) => readNamed(flag, resolve(io.folder, path))
  return { tls: { cert: read('--tls-cert', tlsCert), key: read('--tls-key', tlsKey) }, ...own }
}

export const ca = defineCommand({
  name: 'ca',
  summary: 'Print the path of the certificate authority that clients must trust; created if it does not exist',
  options: { caFolder, json },
  examples: [
    ['export NODE_EXTRA_CA_CERTS=$(npx standin ca)', 'Make Node.js trust the CA'],
    ['export SSL_CERT_FILE=$(npx standin ca)', 'Make Python, Ruby and OpenSSL trust only this CA'],
  ],
  async run({ values, io }) {
    const { openAuthority } = await import('../../../platform/certificates.ts')
    const { file } = await openAuthority(caFolderOf(values, io))
    print(io, values, { file }, () => file)
  },
})
