/** What the service replied to a call from the dashboard, with the link to its line. */
import type { ServiceReply } from '../data/send-call.ts'
import { hrefOf } from '../shell/address.ts'
import { StatusBadge } from './badge.tsx'
import { HttpMessage } from './http-message.tsx'
import { Milliseconds } from './time.tsx'

export function Replied({ reply: { status, headers, body, bytes, call, ms } }: { readonly reply: ServiceReply }) {
  return (
    <HttpMessage title="Reply" headers={headers} body={body} bytes={bytes} headersShown>
      <StatusBadge status={status} /> <Milliseconds of={ms} /> {call !== null && <a href={hrefOf(['calls', call])}>See line {call}</a>}
    </HttpMessage>
  )
}
