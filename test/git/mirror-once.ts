import { gitMirror } from '../../lib/adapters/git/mirror.ts'

// One run: opens the mirror, reads a commit that no branch reaches, and says where main is.
const [folder = '', url = '', head = ''] = process.argv.slice(2)
const mirror = await gitMirror({ folder, url, pullHeads: 'refs/pull/*/head' })
await mirror.readTree(head)
const tips = await mirror.tips({ names: ['main'], below: [] })
console.log(tips.get('main'))
