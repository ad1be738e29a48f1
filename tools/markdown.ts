/** Markdown for the generated pages. */

export const code = (text: string) => `\`${text}\``

export const table = (heading: readonly string[], rows: readonly (readonly string[])[]) =>
  [heading, heading.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
