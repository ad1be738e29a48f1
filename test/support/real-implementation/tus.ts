/** Resumable uploads, without concatenation. Source: file-transfer §8. */
import { createHash } from 'node:crypto'
import type { Access } from './access.ts'
import { problems } from './problems.ts'
import type { Switches } from './switches.ts'
import { statusOf, type Transfer } from './transfer.ts'
import type { Transfers } from './transfers.ts'
import { bytesOf, type Call, Refused, type Reply, type Row, refuse, textOf } from './wire.ts'

const version = '1.0.0'
const path = '/broker/api/v1/filetransfer/upload/tus/{fileTransferId}'
const day = 24 * 3600 * 1000

interface Upload {
  readonly length: number
  content: Buffer
}

const text = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { 'content-type': 'text/plain', ...headers },
  body,
})

export function tusRows({ transfers, access, switches }: { transfers: Transfers; access: Access; switches: Switches }): readonly Row[] {
  const uploads = new Map<string, Upload>()
  const headers = () => ({ 'tus-resumable': version })
  const expires = () => ({ 'upload-expires': new Date(Date.now() + day).toUTCString() })

  /** Returns the sender's transfer. The body of a refusal about the transfer is the problem's detail as plain text. */
  function demandSender(call: Call): Transfer {
    if (call.request.headers['tus-resumable'] === undefined) refuse({ status: 404 })
    try {
      const { transfer } = access.demandTransfer(call, 'sender')
      if (call.request.method !== 'HEAD') transfers.demandUpload(transfer)
      demandVersion(call.request.headers['tus-resumable'])
      return transfer
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown
      const detail = textOf(thrown.reply.body, 'detail')
      return refuse(detail === undefined ? thrown.reply : text(thrown.reply.status, detail))
    }
  }

  function store(transfer: Transfer, { content, length }: Upload): void {
    if (content.length < length) return
    transfers.store(transfer, content, false)
  }

  function create(call: Call): Reply {
    const transfer = demandSender(call)
    const length = call.request.headers['upload-length']
    if (call.request.headers['upload-concat'] !== undefined) return text(400, 'Upload-Concat is not known here', headers())
    if (length === undefined) return text(400, 'Missing Upload-Length header', headers())
    if (!/^\d{1,12}$/.test(String(length))) return text(400, 'Could not parse Upload-Length', headers())
    if (Number(length) > 1_000_000_000) return text(400, textOf(problems.tooLargeFile().body, 'detail') ?? '', headers())
    const upload = { length: Number(length), content: Buffer.alloc(0) }
    uploads.set(transfer.id, upload)
    if (statusOf(transfer) === 'Initialized') transfers.move(transfer, 'UploadStarted')
    store(transfer, upload)
    const location = path.replace('{fileTransferId}', transfer.id)
    return { status: 201, headers: { location, ...headers(), ...(upload.length > 0 && expires()) } }
  }

  function inspect(call: Call): Reply {
    const transfer = demandSender(call)
    const upload = uploads.get(transfer.id)
    if (!upload) return { status: 404, headers: headers() }
    const offset = { 'upload-offset': String(upload.content.length), 'upload-length': String(upload.length) }
    return { status: 200, headers: { ...headers(), ...offset, 'cache-control': 'no-store' } }
  }

  async function append(call: Call): Promise<Reply> {
    const transfer = demandSender(call)
    const { 'content-type': type, 'upload-offset': given, 'upload-checksum': checksum } = call.request.headers
    const upload = uploads.get(transfer.id)
    if (!upload) return { status: 404, headers: headers() }
    if (type !== 'application/offset+octet-stream')
      return text(415, `Content-Type ${type ?? ''} is invalid. Must be application/offset+octet-stream`, headers())
    if (given === undefined) return text(400, 'Missing Upload-Offset header', headers())
    const at = upload.content.length
    if (Number(given) !== at)
      return text(409, `Offset does not match file. File offset: ${at}. Request offset: ${String(given)}`, headers())
    switches.reach('storage')
    const tooMuch = text(413, "Request contains more data than the file's upload length", headers())
    const part = await bytesOf(call.request, tooMuch, upload.length - at)
    if (upload.content.length !== at) return text(423, 'File is currently being updated. Please try again later', headers())
    upload.content = Buffer.concat([upload.content, part])
    if (checksum !== undefined && checksum !== `md5 ${createHash('md5').update(part).digest('base64')}`)
      return text(460, 'Header Upload-Checksum does not match the checksum of the file', headers())
    store(transfer, upload)
    return { status: 204, headers: { ...headers(), 'upload-offset': String(upload.content.length), ...expires() } }
  }

  function terminate(call: Call): Reply {
    const transfer = demandSender(call)
    return uploads.delete(transfer.id) ? { status: 204, headers: headers() } : { status: 404, headers: headers() }
  }

  const row = (name: string, method: string, answer: Row['answer']): Row => ({
    id: `resumableUpload.${name}`,
    method,
    path,
    scopes: ['altinn:broker.write'],
    isBare: true,
    answer,
  })
  const abilities = {
    ...headers(),
    'tus-version': version,
    'tus-extension': 'creation,termination,checksum,expiration',
    'tus-checksum-algorithm': 'md5',
  }
  return [
    row('describeUploads', 'OPTIONS', () => ({ status: 204, headers: abilities })),
    row('createUpload', 'POST', create),
    row('inspectUpload', 'HEAD', inspect),
    row('appendToUpload', 'PATCH', append),
    row('terminateUpload', 'DELETE', terminate),
  ]
}

function demandVersion(given: string | string[] | undefined): void {
  if (given === version) return
  const body = `Tus version ${String(given)} is not supported. Supported versions: ${version}`
  refuse(text(412, body, { 'tus-version': version, 'tus-resumable': version }))
}
