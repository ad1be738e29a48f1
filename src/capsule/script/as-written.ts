/** Whether an address leads where its text says: clients take dots and tabs out of it, and a value of a reply may hold them. */

/**
 * `base`: the address of a world. A call of the service reaches no control row, whatever a value in its path is. The test of a capsule
 * holds the same rule in its own words.
 */
export function isAsWritten(base: string, path: string, kind: 'call' | 'control'): boolean {
  const { origin, pathname, hash } = new URL(base + path)
  const [written = ''] = `${base}${path}`.split('?', 1)
  const below = new URL(base).pathname.replace(/\/$/, '')
  if (hash !== '' || origin !== new URL(base).origin || !pathname.startsWith(`${below}/`)) return false
  // Each part that was written is there, and no other.
  if (pathname.split('/').length !== written.slice(origin.length).split('/').length) return false
  return kind === 'control' || !/^\/(?:production\/)?_standin(?:\/|$)/i.test(decoded(pathname.slice(below.length)))
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
