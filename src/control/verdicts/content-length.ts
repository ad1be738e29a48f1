/** Checks that a client sends the length of its bodies. */
import { header } from '../../service/wire/call.ts'
import { defineVerdict } from './judging/verdict.ts'

export const contentLength = defineVerdict({
  id: 'content-length',
  sentence: 'A client sends a Content-Length header with each body.',
  severity: 'advice',
  source: 'file-transfer §3.1',
  guidance: 'Send a Content-Length header with each body. Without it, the service cannot refuse an oversized file before receiving it.',
  exercise: [],
  remember: () => undefined,
  look({ id, headers, proxied }, _, tell) {
    // A proxy might add the length on the client's behalf.
    if (proxied) return
    if (header(headers, 'content-length') !== undefined && header(headers, 'content-length') !== '0') tell.met()
    else if (header(headers, 'transfer-encoding')?.toLowerCase().includes('chunked')) tell.broken(id)
  },
})
