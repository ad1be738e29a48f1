/** Bytes: their size and hash, and their beginning as numbers and signs. */

import { useEffect, useState } from 'preact/hooks'
import { Facts } from './facts.tsx'
import { Size } from './time.tsx'
import { counted } from './words.ts'

/** Bytes that are shown. */
const most = 1_024
const wide = 16

/** `known`: the whole size and hash, where these are only the first bytes. */
export function Bytes({
  bytes,
  known,
}: {
  readonly bytes: Uint8Array
  readonly known?: { readonly size: number; readonly sha256?: string }
}) {
  const hash = useHash(known ? undefined : bytes)
  const size = known?.size ?? bytes.byteLength
  return (
    <div class="bytes">
      <Facts of={{ Size: <Size of={size} />, 'SHA-256': known?.sha256 ?? hash }} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard. */}
      <pre class="body" tabIndex={0}>
        {linesOf(bytes.subarray(0, most))}
        {size > most && `\n… ${counted(size - Math.min(most, bytes.byteLength), 'more byte')}`}
      </pre>
    </div>
  )
}

function linesOf(bytes: Uint8Array): string {
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += wide) {
    const part = [...bytes.subarray(at, at + wide)]
    const numbers = part.map((each) => each.toString(16).padStart(2, '0')).join(' ')
    const signs = part.map((each) => (each >= 0x20 && each < 0x7f ? String.fromCharCode(each) : '·')).join('')
    lines.push(`${at.toString(16).padStart(6, '0')}  ${numbers.padEnd(wide * 3 - 1)}  ${signs}`)
  }
  return lines.join('\n')
}

/** Undefined until it is known, and where the browser knows no hashes: without HTTPS on another machine. */
function useHash(bytes: Uint8Array | undefined): string | undefined {
  const [hash, setHash] = useState<string>()
  useEffect(() => {
    if (!bytes || !crypto.subtle) return
    void crypto.subtle
      .digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
      .then((digest) => setHash([...new Uint8Array(digest)].map((each) => each.toString(16).padStart(2, '0')).join('')))
  }, [bytes])
  return hash
}
