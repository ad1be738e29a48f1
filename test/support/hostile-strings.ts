/** Strings from clients or files that would run, forge or escape something if a writer treated them as code. */

/** Name of the file that a string creates in the current folder if a program executes the string. */
export const markName = 'PWNED'

/** Strings that execute if a shell, JavaScript, or a template treats them as code. They first close the surrounding syntax. */
const codes = (mark: string): string[] => [
  // Shells.
  `$(touch ${mark})`,
  `\`touch ${mark}\``,
  `;touch ${mark};`,
  `a;touch ${mark};#`,
  `|touch ${mark}|`,
  `&&touch ${mark}&&`,
  `&touch ${mark}&`,
  `';touch ${mark};'`,
  `";touch ${mark};"`,
  `'"';touch ${mark};'"'`,
  `$(touch\${IFS}${mark})`,
  `\ntouch ${mark}\n`,
  `\r\ntouch ${mark}\r\n`,
  `\\\ntouch ${mark}\n`,
  `\nEOF\ntouch ${mark}\n`,
  `\nEND\ntouch ${mark}\n`,
  `)$(touch ${mark})(`,
  `}\ntouch ${mark}\n{`,
  `\\';touch ${mark};'`,
  `$'\\n'touch ${mark}`,
  `>${mark}`,
  // cmd.exe.
  `&echo x>${mark}&`,
  `"&echo x>${mark}&"`,
  `%COMSPEC%^&echo x>${mark}`,
  // JavaScript and TypeScript.
  ...[`'`, `"`, '`', '${', "'+", '"+', `\\'`, `\\"`].map((quote) => `${quote}${javascript(mark)}${quote}`),
  `k'+${javascript(mark)}+'`,
  `k"+${javascript(mark)}+"`,
  `k\`+${javascript(mark)}+\``,
  `']);${javascript(mark)};(['`,
  `\${${javascript(mark)}}`,
  `*/${javascript(mark)}/*`,
  ...['\n', '\r', '\r\n', '\u2028', '\u2029', '\v', '\f', '\u0085'].map((end) => `x${end}${javascript(mark)}${end}//`),
  `\\u0027+${javascript(mark)}+\\u0027`,
  `</script><script>${javascript(mark)}</script>`,
]

const javascript = (mark: string) => `process.getBuiltinModule('node:fs').writeFileSync("${mark}",'')`

const others: readonly string[] = [
  // Quotation marks from every language, alone and in pairs.
  "'",
  '"',
  '`',
  '\\',
  "\\'",
  '\\"',
  `'"\``,
  "''",
  '""',
  '$',
  '${',
  '$(',
  '%',
  '%n%s',
  '!',
  '{{x}}',
  '<%= x %>',
  '#',
  '//',
  '/*',
  '*/',
  '--',
  '- a: b',
  'a: b # c',
  '!!js/function x',
  '&a *a',
  "' OR 1=1; DROP TABLE x; --",
  '<img src=x onerror=alert(1)>',
  ']]>',
  '-rf',
  '--output=PWNED',
  '@file',
  // Names and parts of paths.
  '',
  ' ',
  '.',
  '..',
  '../PWNED',
  '../../PWNED',
  '..\\..\\PWNED',
  '/tmp/PWNED',
  'C:\\PWNED',
  '%2e',
  '%2E%2e',
  '%2e%2e%2fPWNED',
  'a/../PWNED',
  'a\\..\\PWNED',
  'nul',
  '~',
  '__proto__',
  'constructor',
  'toString',
  // Line breaks, NUL, and terminal control sequences.
  '\n',
  '\r',
  '\r\n',
  '\t',
  '\v',
  '\f',
  '\0',
  'a\0b',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u001b[31mred\u001b[0m',
  '\u001b]0;title\u0007',
  '\u001b]8;;http://evil.example\u001b\\link\u001b]8;;\u001b\\',
  '\u001b[2J\u001b[H',
  '\u001bc',
  '\u001bP1$r\u001b\\',
  '\u009b31mred',
  '\u009d0;title\u009c',
  '\u007f\b\b\b',
  'a\rforged',
  'a\nforged row  200  good',
  '\u202Egpj.exe',
  '\u2066a\u2069\u200e\u200f\u061c',
  '\u200b\u200d\ufeff',
  '\ufeffa',
  // Malformed strings, and everything else.
  '\ud800',
  '\udc00x',
  'æøå 漢字 😀',
  'e\u0301',
  '\uffff\ufffe',
]

/** Returns all kinds of hostile strings. `mark`: name of the file that code in the strings would create. */
export const hostileStrings = (mark = markName): readonly string[] => [...codes(mark), ...others]

/** Returns a million characters that end with hostile code. */
export const longHostileString = (mark = markName): string => `${"a'".repeat(500_000)}$(touch ${mark})\u001b[31m`

/** Returns a hostile string, or several strings joined. `below`: returns an integer from 0 up to its argument (exclusive). */
export function hostileString(below: (end: number) => number, mark = markName): string {
  const all = hostileStrings(mark)
  const some = () => all[below(all.length)] ?? ''
  const kind = below(20)
  if (kind === 0) return longHostileString(mark)
  if (kind < 12) return some()
  return Array.from({ length: 2 + below(3) }, some).join(kind < 16 ? '' : ' ')
}
