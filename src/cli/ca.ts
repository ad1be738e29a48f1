/** `standin ca`: the certificate authority that clients must trust. */
import { defineCommand } from './command.ts'
import { print } from './print.ts'
import { json } from './remote.ts'
import { caFolder, caFolderOf } from './tls.ts'

export const ca = defineCommand({
  name: 'ca',
  summary: 'Print the file of the certificate authority that clients must trust; make it if it does not exist',
  options: { caFolder, json },
  examples: [
    ['export NODE_EXTRA_CA_CERTS=$(npx standin ca)', 'Node.js trusts it'],
    ['export SSL_CERT_FILE=$(npx standin ca)', 'Python, Ruby and OpenSSL trust it, and nothing else'],
  ],
  async run({ values, io }) {
    const { openAuthority } = await import('../platform/certificates.ts')
    const { file } = await openAuthority(caFolderOf(values, io))
    print(io, values, { file }, () => file)
    return 0
  },
})
