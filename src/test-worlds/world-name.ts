/** Names the worlds that tests get. */

/** Shorter than a world's name may be, so that a number has room behind it. Characters. */
const longest = 54

/** A name for the world of a test, made from the test's title. It is none of `taken`. */
export function worldName(title: string, taken: ReadonlySet<string>): string {
  const slug =
    title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, longest)
      .replace(/^-|-$/g, '') || 'test'
  for (let number = 1; ; number++) {
    const name = number === 1 ? slug : `${slug}-${number}`
    if (!taken.has(name) && name !== 'default') return name
  }
}
