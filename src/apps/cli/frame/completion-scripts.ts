/** The scripts by which shells ask what can follow: those of yargs, and one for PowerShell, for which it has none. */
import yargs from 'yargs'
import { completionFlag } from './parser.ts'

export type Shell = 'bash' | 'zsh' | 'fish' | 'powershell'

/** The script of yargs for this shell; it has none for PowerShell. */
export function scriptFor(shell: Shell): string {
  if (shell === 'powershell') return powershell
  const script = inShell(shell, () => {
    let text = ''
    void yargs(['completion'])
      .scriptName('standin')
      .exitProcess(false)
      .completion('completion', false)
      .parse(['completion'], {}, (_error: unknown, _given: unknown, said: string) => {
        text = said
      })
    return text
  })
  return `${script
    .replaceAll('standin completion ', `standin completion ${shell} `)
    // The shell of the login may be another one, and each reads candidates in its own form.
    .replaceAll(`standin ${completionFlag}`, `SHELL=${shell} standin ${completionFlag}`)
    // Also where the word that is completed is still empty.
    .replace('(commandline -o)[2..-1]', '(commandline -opc) (commandline -ct)')
    .trimEnd()}\n`
}

/** The parser looks at the variable SHELL when it is made. */
function inShell<Result>(shell: Shell, make: () => Result): Result {
  const before = process.env.SHELL
  process.env.SHELL = shell
  try {
    return make()
  } finally {
    if (before === undefined) delete process.env.SHELL
    else process.env.SHELL = before
  }
}

const powershell = `# Installation: standin completion powershell >> $PROFILE
Register-ArgumentCompleter -Native -CommandName standin -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -le $cursorPosition } | ForEach-Object { $_.Extent.Text })
  if ($wordToComplete -eq '') { $words += '""' }
  $shell = $env:SHELL
  $env:SHELL = 'powershell'
  try {
    standin ${completionFlag} @words 2>$null |
      Where-Object { $_ -like "$wordToComplete*" } |
      ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
  } finally { $env:SHELL = $shell }
}
`
