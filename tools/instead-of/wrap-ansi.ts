/** Wraps the lines of help texts at word boundaries. */
const wrapAnsi = (text: string, width: number): string =>
  text
    .split('\n')
    .map((line) => wrapped(line, width))
    .join('\n')

function wrapped(line: string, width: number): string {
  const rows: string[] = []
  let row = ''
  for (const word of line.trim().split(' ')) {
    const longer = row === '' ? word : `${row} ${word}`
    if (longer.length > width && row !== '') rows.push(row)
    row = longer.length > width ? word : longer
  }
  return [...rows, row].join('\n')
}

export default wrapAnsi
