/** Parses the form that announces and uploads a file. Source: file-transfer §3.2. */
import { invalid, problems } from './problems.ts'
import { bytesOf, type Call, refuse } from './wire.ts'

export interface FileForm {
  /** Metadata in the same format as an announcement's JSON body. */
  readonly metadata: Readonly<Record<string, unknown>>
  readonly file: Buffer
}

/** Source: file-transfer §3.2 */
const mostBytes = 2_147_483_647

export async function formOf({ request }: Call): Promise<FileForm> {
  const bytes = await bytesOf(request, problems.tooLargeFile(), mostBytes)
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(new Uint8Array(bytes), { headers }).formData().catch((thrown: unknown) => {
    return refuse(invalid({ '': [`Failed to read the request form. ${thrown instanceof Error ? thrown.message : String(thrown)}`] }))
  })
  const metadata: Record<string, unknown> = {}
  const recipients: string[] = []
  const propertyList: Record<string, string> = {}
  let file: File | undefined
  for (const [name, value] of form) {
    const [, key = '', more = ''] = /^metadata\.(\w+)(.*)$/i.exec(name) ?? []
    if (typeof value !== 'string') file = value
    else if (/^recipients$/i.test(key)) recipients.push(value)
    else if (/^propertylist$/i.test(key)) propertyList[more.replace(/^[.[]|\]$/g, '')] = value
    else metadata[(key[0]?.toLowerCase() ?? '') + key.slice(1)] = /^(?:true|false)$/i.test(value) ? /^t/i.test(value) : value
  }
  if (!file) return refuse(invalid({ FileTransfer: ['The FileTransfer field is required.'] }))
  return { metadata: { ...metadata, recipients, propertyList }, file: Buffer.from(await file.arrayBuffer()) }
}

/** Parses a body. `name`: the body's name in the error if the body cannot be parsed. */
export async function jsonOf({ request }: Call, name: string): Promise<unknown> {
  const text = (await bytesOf(request, problems.tooLarge())).toString()
  const errors = (path: string, message: string) => refuse(invalid({ [path]: [message], [name]: [`The ${name} field is required.`] }))
  if (text === '') return errors('', 'A non-empty request body is required.')
  try {
    return JSON.parse(text)
  } catch (thrown) {
    return errors('$', thrown instanceof Error ? thrown.message : String(thrown))
  }
}
