/** `standin completion <shell>`: prints the completion script for a shell. */
import { defineCommand } from '../frame/command.ts'
import type { Shell } from '../frame/completion-scripts.ts'
import { option, word } from '../frame/option.ts'

const shells: Readonly<Record<Shell, ''>> = { bash: '', zsh: '', fish: '', powershell: '' }

export const completion = defineCommand({
  name: 'completion',
  summary: "Print a shell's completion script: commands, flags, scenarios, worlds and operations",
  options: { shell: { ...option<Shell>('The shell: bash, zsh, fish or powershell', word(shells), 'bash'), word: 'required' } as const },
  examples: [
    ['standin completion bash >> ~/.bashrc', 'Complete in Bash'],
    ['standin completion zsh >> ~/.zshrc', 'In Zsh, after compinit'],
    ['standin completion fish > ~/.config/fish/completions/standin.fish', 'In fish'],
    ['standin completion powershell >> $PROFILE', 'In PowerShell'],
  ],
  async run({ values, io }) {
    io.stdout.document((await import('../frame/completion-scripts.ts')).scriptFor(values.shell))
  },
})
