/**
 * What each shell needs to ask `sales completion words` for the possible next words; the answer has one line per word: the word, a tab, and
 * its meaning.
 */

interface CompletionScript {
  /** How it is taken into use. */
  use: string;
  text: string;
}

const bash = `# sales: completion for bash
_sales() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(command sales completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _sales sales
`;

const zsh = `#compdef sales
# sales: completion for zsh
_sales() {
  local word about
  local -a found
  while IFS=$'\\t' read -r word about; do
    found+=("\${word//:/\\\\:}:\${about}")
  done < <(command sales completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( $#found )); then
    _describe sales found
  else
    compset -P '*='
    _files
  fi
}
if [[ "\${funcstack[1]}" = _sales ]]; then
  _sales "$@"
else
  compdef _sales sales
fi
`;

const fish = `# sales: completion for fish
function __sales_find
    set -l typed (commandline -opc) (commandline -ct)
    set -g __sales_found (command sales completion words -- $typed[2..-1] 2>/dev/null)
    test (count $__sales_found) -gt 0
end
complete -c sales -n __sales_find -f -a '(printf "%s\\n" $__sales_found)'
`;

export const completionScripts: Record<string, CompletionScript> = {
  bash: { use: 'in ~/.bashrc:                eval "$(sales completion bash)"', text: bash },
  zsh: { use: 'in ~/.zshrc, below compinit: eval "$(sales completion zsh)"', text: zsh },
  fish: {
    use: 'once:                        mkdir -p ~/.config/fish/completions; sales completion fish > ~/.config/fish/completions/sales.fish',
    text: fish,
  },
};
