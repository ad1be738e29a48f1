/** Control rows that show an HTML email in a browser, with a content security policy that blocks scripts and external content. */
import { z } from 'zod'
import { Misuse } from '../../service/wire/misuse.ts'
import { reply } from '../../service/wire/row.ts'
import { liveSlot } from '../../service/wire/when-needed.ts'
import { defineControl } from '../rows/row.ts'

/** A frame cannot send an admin token, so its URL contains a secret that works only once, and expires after a minute. */
interface Ticket {
  readonly message: string
  /** In milliseconds of real time, as measured by `platform.tick`. */
  readonly until: number
}

const tickets = liveSlot(() => new Map<string, Ticket>())
const lifetime = 60_000
/** Maximum number of tickets per world. A new ticket replaces the oldest. */
const most = 100

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox',
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'referrer-policy': 'no-referrer',
}

/** Focuses the body, so that a frame without links can be scrolled with the keyboard. */
const opening = `<!doctype html>
<html lang="en"><title>Email</title><style>[data-href] { color: LinkText; text-decoration: underline } body { overflow-wrap: anywhere }</style>
<body tabindex="0">
`

/**
 * Renames tags and attributes that load or link to other content, so that they no longer work. The policy is not enough, because Chromium
 * connects to the host of a frame or a clicked link before the policy blocks the content.
 */
const withoutTargets = (html: string) => html.replace(/<(?=i?frame|object|embed)/gi, '<x-').replace(/href(?=\s*=)/gi, 'data-href')

const openMail = defineControl('control.openMail', 'POST /_standin/outbox/{id}/mail', {
  summary: 'Create a URL that shows an HTML email once, within a minute, without a token',
  recorded: false,
  request: { params: z.object({ id: z.string().describe('The message id.') }) },
  replies: { 201: reply.json(z.object({ ticket: z.string().describe('The last part of the URL: /_standin/mail/{ticket}.') })) },

  handle({ params: { id } }, { simulator: { platform }, knobs, reply: answer }) {
    const [message] = knobs.outbox.list({ id, bodies: 'beginning' }).messages
    if (message?.contentType !== 'Html') throw new Misuse(`HTML email not found: ${id}.`, undefined, 404)
    const known = tickets.of(knobs.world)
    const ticket = platform.makeSecret()
    known.set(ticket, { message: id, until: platform.tick() + lifetime })
    for (const oldest of [...known.keys()].slice(0, -most)) known.delete(oldest)
    return answer(201, { ticket })
  },
})

const showMail = defineControl('control.showMail', 'GET /_standin/mail/{ticket}', {
  summary: 'An HTML email as a page without scripts, external content or working links',
  open: true,
  request: { params: z.object({ ticket: z.string().describe('The ticket from POST /_standin/outbox/{id}/mail.') }) },
  replies: { 200: reply.html() },

  handle({ params: { ticket } }, { simulator: { platform }, knobs, reply: answer }) {
    const known = tickets.of(knobs.world)
    const { message: id, until } = known.get(ticket) ?? { until: 0 }
    known.delete(ticket)
    const [message] = id !== undefined && platform.tick() < until ? knobs.outbox.list({ id }).messages : []
    if (!message) throw new Misuse('This URL has already been used, or has expired. Open the message again.', undefined, 404)
    return answer(200, opening + withoutTargets(message.body), headers)
  },
})

export const mailRows = [openMail, showMail] as const
