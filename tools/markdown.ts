/** Formats Markdown for generated pages. */

export const code = (text: string) => `\`${text}\``

export const table = (heading: readonly string[], rows: readonly (readonly string[])[]) =>
  [heading, heading.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** A note for pages that contain commands. */
export const whereCommandsRun =
  'The commands need [Standin installed in your project](../README.md#set-up): anywhere else, `npx standin` would run an unrelated package.'

const end = '<!-- End of what the tool writes. -->'

/** Replaces the generated part of a page, between its markers, with `part`. */
export function withPart(page: string, tool: string, part: string): string {
  const begin = `<!-- Written by tools/${tool}.ts (npm run generate). -->`
  const [before, after] = [page.indexOf(begin), page.indexOf(end)]
  if (before < 0 || after < before) throw new Error(`The page has no markers for its generated part. Add the lines ${begin} and ${end}`)
  return `${page.slice(0, before)}${begin}\n\n${part.trim()}\n\n${page.slice(after)}`
}
