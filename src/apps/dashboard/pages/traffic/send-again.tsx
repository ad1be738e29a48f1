/** Edits a call from the journal and sends it again with a new token, because the journal stores no tokens. */
import { useState } from 'preact/hooks'
import { gap, shWord, shWordBriefly } from '../../../../service/wire/text.ts'
import { DialogForm } from '../../components/dialog.tsx'
import { ChoiceField, TextArea, TextField } from '../../components/fields.tsx'
import { bearerOf, type Caller, callService, type ServiceReply, useServiceCall } from '../../components/service-call.tsx'
import { counted } from '../../components/text.tsx'
import { addressOf, world } from '../../data/control.ts'
import { parseJson } from '../../data/json.ts'
import type { FullLine } from './course.tsx'

export function SendAgain({ line, close }: { readonly line: FullLine; close(): void }) {
  const { request, token } = line
  const [method, setMethod] = useState(line.method ?? 'GET')
  const [path, setPath] = useState(`${line.path ?? '/'}${request.query === '' ? '' : `?${request.query}`}`)
  const [headers, setHeaders] = useState(headersIn(line))
  const [body, setBody] = useState(readable(request.body ?? ''))
  const [as, setAs] = useState(token ? 'same' : 'authorization' in request.headers ? 'all' : 'none')
  const { send, outcome } = useServiceCall()

  async function call(): Promise<ServiceReply> {
    const authorization = as === 'none' ? {} : { authorization: await bearerOf(as === 'same' && token ? callerOf(token) : known) }
    const given = Object.fromEntries(new Headers(pairsIn(headers)))
    return callService({ method, path, headers: { ...authorization, ...given }, body, environment: line.environment })
  }
  return (
    <DialogForm title="Edit and send again" close={close} submit={() => void send(call)} yes="Send" cancels={false} after={outcome}>
      <div class="target">
        <TextField label="Method" value={method} change={(value) => setMethod(value.toUpperCase())} choices={methods} required />
        <TextField label="Path and query" value={path} change={setPath} required autoFocus />
      </div>
      <ChoiceField
        label="Token"
        value={as}
        change={setAs}
        choices={{ ...(token && { same: 'A new one with the same claims' }), all: 'A new one with all scopes', none: 'None' }}
      />
      <TextArea label="Headers" value={headers} change={setHeaders} rows={3} />
      <TextArea
        label="Body"
        value={body}
        change={setBody}
        hint={
          request.body === null && (request.bytes ?? 0) > 0
            ? `The journal does not contain the ${counted(request.bytes ?? 0, 'byte')} sent.`
            : undefined
        }
      />
    </DialogForm>
  )
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

const known: Caller = { org: 'ttd', orgNo: '991825827' }

/** Indents JSON if that loses no information. */
function readable(body: string): string {
  const value = parseJson(body)
  return JSON.stringify(value) === body ? JSON.stringify(value, undefined, 2) : body
}

/** Returns the headers, one per line, except the headers that the browser sets. */
const headersIn = ({ request: { headers } }: FullLine): string =>
  Object.entries(headers)
    .filter(([name]) => !curlWrites(name) && !/^(?:authorization|cookie|origin|referer|accept-language|sec-.*|priority)$/.test(name))
    .flatMap(([name, value]) => [value].flat().map((each) => `${name}: ${each}`))
    .join('\n')

const pairsIn = (headers: string): [string, string][] =>
  headers.split('\n').flatMap((each): [string, string][] => {
    const at = each.indexOf(':')
    return at < 1 ? [] : [[each.slice(0, at).trim(), each.slice(at + 1).trim()]]
  })

/** Returns the caller that a token identifies. For a system user's token, the number is the vendor's. */
function callerOf({ org, orgNo, clientId, vendor, systemUser, scopes }: NonNullable<FullLine['token']>): Caller {
  const own = systemUser === null ? orgNo : vendor
  return {
    scope: scopes.join(' '),
    ...(org !== null && { org }),
    ...(own !== null && { orgNo: own }),
    ...(clientId !== null && { clientId }),
    ...(systemUser !== null && orgNo !== null && { systemUserOrg: orgNo }),
  }
}

const own = new Set(['host', 'content-length', 'connection', 'user-agent', 'accept', 'accept-encoding', 'transfer-encoding'])

const curlWrites = (name: string): boolean => own.has(name)

export function curlOf({ method, path, environment, request }: FullLine): string {
  const query = request.query === '' ? '' : `?${request.query}`
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    curlWrites(name) ? [] : [value].flat().map((each) => `-H ${headerOf(name, each)}`),
  )
  const body = request.body === null || request.body === '' ? [] : [`--data-raw ${shWord([request.body])}`]
  const url = `${addressOf(world, environment)}${path ?? '/'}${query}`
  return [`curl -i -g --path-as-is -X ${shWordBriefly(method ?? 'GET')} ${shWord([url])}`, ...headers, ...body].join(' \\\n  ')
}

/** Writes a header for the command. A token is written as a variable, because the journal stores only the end of a token. */
const headerOf = (name: string, value: string) =>
  name === 'authorization' ? shWord([gap('Authorization: Bearer $TOKEN')]) : shWord([value === '' ? `${name};` : `${name}: ${value}`])
