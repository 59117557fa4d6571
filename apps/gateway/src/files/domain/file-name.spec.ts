import { attachment, cleanName, downloadName } from './file-name';

it.each<[string | undefined, string | null]>([
  ['receipt.pdf', 'receipt.pdf'],
  ['Quittung für Jürgen.pdf', 'Quittung für Jürgen.pdf'],
  ['領収書.png', '領収書.png'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\jo\\scan.png', 'scan.png'],
  ['/', null],
  ['..', null],
  ['.htaccess', 'htaccess'],
  ['a\r\nset-cookie: b=c.pdf', 'aset-cookie b=c.pdf'],
  ['a\u0000b\u007f.pdf', 'ab.pdf'],
  // The ending seems to be `pdf` where the direction is obeyed.
  ['\u202Efdp.exe', 'fdp.exe'],
  ['a"b;c|d?e*f<g>.pdf', 'abcdefg.pdf'],
  ['\ud800.pdf', 'pdf'],
  ['x'.repeat(300), 'x'.repeat(100)],
  ['😀'.repeat(101), '😀'.repeat(100)],
  ['', null],
  [undefined, null],
])('the name %j is kept as %j', (sent, kept) => expect(cleanName(sent)).toBe(kept));

const png = { fileId: 'file_1', contentType: 'image/png' } as const;

it.each<[string | null, string]>([
  ['scan.png', 'scan.png'],
  ['scan.PNG', 'scan.PNG'],
  ['scan.html', 'scan.html.png'],
  ['scan.png.exe', 'scan.png.exe.png'],
  ['scan', 'scan.png'],
  ['png', 'png.png'],
  [null, 'file_1.png'],
])('the file %j is downloaded as %j', (name, download) => expect(downloadName(name, png)).toBe(download));

it('a JPEG may have either ending', () => {
  const jpeg = { fileId: 'file_1', contentType: 'image/jpeg' } as const;
  expect(['a.jpg', 'a.jpeg', 'a.png'].map((name) => downloadName(name, jpeg))).toEqual([
    'a.jpg',
    'a.jpeg',
    'a.png.jpg',
  ]);
});

it.each([
  ['receipt.pdf', `attachment; filename="receipt.pdf"; filename*=UTF-8''receipt.pdf`],
  ["für (1)'s.pdf", `attachment; filename="f_r _1__s.pdf"; filename*=UTF-8''f%C3%BCr%20%281%29%27s.pdf`],
  ['100%.pdf', `attachment; filename="100_.pdf"; filename*=UTF-8''100%25.pdf`],
])('the header of %j has both forms of the name', (name, header) => expect(attachment(name)).toBe(header));
