/** Serves the dashboard's page and files, and passes on all other calls. Source: decisions §2. */

import type { Simulator } from '../../control/simulator.ts'
import { type Address, addressIn } from '../../service/engine/address.ts'
import { type Answer, type AnswerHeaders, type Call, type Carrier, header, nameOf } from '../../service/wire/call.ts'
import { liveHosts } from '../../service/wire/vocabulary.ts'

export interface DashboardFile {
  readonly body: Uint8Array
  /** `undefined` for uncompressed bytes. */
  readonly encoding: string | undefined
  readonly type: string
  /** A hash of the uncompressed content. */
  readonly hash: string
}

export interface DashboardFiles {
  /** Returns a built file in the first available of these encodings; undefined for any other name. */
  find(name: string, encodings: readonly string[]): Promise<DashboardFile | undefined>
}

/** Folder in the URLs of all files except the page. No control row has a path in this folder. */
const assets = 'assets/'
const page = 'index.html'

/**
 * Forbids files from other origins, inline scripts and styles, and framing the page. `data:` is for images that the page draws. Emails are
 * shown in frames with their own policy (`control/mail/rows.ts`).
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const standing = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** Serves the dashboard, and passes all other calls to `carrier`. Opening the page creates neither a world nor a journal line. */
export function withDashboard({ settings }: Pick<Simulator, 'settings'>, files: DashboardFiles, carrier: Carrier): Carrier {
  return async (call) => {
    if (call.method !== 'GET' && call.method !== 'HEAD') return carrier(call)
    if (!call.url.includes('/_standin') && !asksForPage(call)) return carrier(call)
    const address = dashboardAddress(call)
    if (!address) return carrier(call)
    const pending = (answer: Answer) => ({ answer, sent() {} })
    const name = nameOfFile(address.path)
    if (name === undefined) return pending(redirect(`${pathOf(settings.publicUrl ?? address.base)}${address.prefix}/_standin/`))
    return answerFile(files, name, call).then(pending)
  }
}

/** Searches the header for HTML before parsing it, because most clients of the service do not accept HTML. */
function asksForPage({ headers }: Call): boolean {
  const accept = header(headers, 'accept')
  return accept !== undefined && /text\/html/i.test(accept) && accepts(accept, 'text/html')
}

/** Returns `undefined` for a call to the service or to a control row. The live services' host names have no dashboard. */
function dashboardAddress(call: Call): Address | undefined {
  const address = addressIn(call)
  if (!address || liveHosts.has(nameOf(new URL(address.base).host))) return undefined
  const { path } = address
  if (path === '/') return asksForPage(call) ? address : undefined
  return path === '/_standin' || path === '/_standin/' || path.startsWith(`/_standin/${assets}`) ? address : undefined
}

/** Returns `undefined` for a URL that redirects to the page. */
function nameOfFile(path: string): string | undefined {
  if (path === '/' || path === '/_standin') return undefined
  return path.slice('/_standin/'.length) || page
}

const pathOf = (url: string) => new URL(url).pathname.replace(/\/$/, '')

/** Browsers must not cache the redirect, because a URL's default world can change. */
const redirect = (location: string): Answer => ({
  status: 302,
  headers: { ...standing, location, vary: 'Accept', 'cache-control': 'no-store' },
})

async function answerFile(files: DashboardFiles, name: string, { headers }: Call): Promise<Answer> {
  const file = await files.find(name, acceptedEncodings(header(headers, 'accept-encoding')))
  if (!file) return name === page ? notBuilt : noSuchFile
  const tag = `"${file.hash}${file.encoding === undefined ? '' : `-${file.encoding}`}"`
  const fileHeaders: AnswerHeaders = {
    ...standing,
    etag: tag,
    vary: 'Accept-Encoding',
    'cache-control': name === page ? 'no-cache' : 'public, max-age=31536000, immutable',
  }
  if (isKnown(header(headers, 'if-none-match'), tag)) return { status: 304, headers: fileHeaders }
  return {
    status: 200,
    headers: { ...fileHeaders, 'content-type': file.type, ...(file.encoding !== undefined && { 'content-encoding': file.encoding }) },
    body: file.body,
  }
}

/** Source: RFC 9110, section 13.1.2. */
function isKnown(known: string | undefined, tag: string): boolean {
  const tags = (known ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
  return tags.includes(tag) || tags.includes('*')
}

const text = (status: number, type: string, body: string): Answer => ({
  status,
  headers: { ...standing, 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' },
  body,
})

const noSuchFile = text(404, 'text/plain', 'Dashboard file not found. Reload the page.\n')

const notBuilt = text(
  404,
  'text/html',
  `<!doctype html>
<html lang="en">
<title>Standin: the dashboard is not built</title>
<h1>The dashboard is not built</h1>
<p>Standin is running, and its control endpoints work. Only the page is missing, because this copy was installed without development tools.
<p>In Standin's folder, run:
<pre>npm install --include=dev
npm run build:dashboard</pre>
<p>Then reload this page. The package from npm contains the dashboard.
`,
)

interface Accepted {
  readonly name: string
  readonly weight: number
}

/**
 * Parses an Accept or Accept-Encoding header into lowercase names. A name without a valid weight has weight 1. Source: RFC 9110, section
 * 12.5.
 */
function partsOf(text = ''): Accepted[] {
  return text.split(',').map((part) => {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase())
    const weight = Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1)
    return { name, weight: Number.isNaN(weight) ? 1 : weight }
  })
}

/** True if an Accept header contains this type. Wildcards do not count. */
const accepts = (accept: string | undefined, type: string): boolean =>
  accept !== undefined && partsOf(accept).some(({ name, weight }) => name === type && weight > 0)

/** Supported encodings, best first. */
const known = ['br', 'gzip']

/** Returns the supported encodings that an Accept-Encoding header lists, best first. */
function acceptedEncodings(accepted: string | undefined): string[] {
  const named = partsOf(accepted).filter(({ weight }) => weight > 0)
  return known.filter((encoding) => named.some(({ name }) => name === encoding))
}
