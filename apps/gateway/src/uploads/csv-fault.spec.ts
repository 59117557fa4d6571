import { Readable } from 'node:stream';
import { csvFaultOf } from './csv-fault';
import { readCsv, UploadFault } from './read-csv';

const marked = 'Marked4111';
const header = 'name,cvc';

async function faultOf(text: string): Promise<Error> {
  try {
    for await (const _ of readCsv(Readable.from([Buffer.from(text)]), () => undefined));
  } catch (error) {
    return error as Error;
  }
  throw new Error('the file was read');
}

describe('a file that is not CSV', () => {
  it.each<[string, string, string]>([
    ['a quote inside a cell', `${header}\nJo,123\n${marked}"x,123\n`, 'Invalid Opening Quote.* at line 3, column 1$'],
    ['a quote in the second cell', `${header}\nJo,12"${marked}\n`, 'Invalid Opening Quote.* at line 2, column 2$'],
    ['text after a quote', `${header}\n"${marked}"${marked},1\n`, 'Invalid Closing Quote.* at line 2, column 1$'],
    ['a quote without its end', `${header}\n"${marked}\n`, 'Quote Not Closed.* at line \\d, column 1$'],
    ['a cell too many', `${header}\n${marked},1,2\n`, 'Invalid Record Length.* at line 2, column \\d$'],
    ['a long line', `${header}\n${marked.repeat(900)},1\n`, 'Max Record Size.* at line 2, column 1$'],
    ['a quote in its header', `name,${marked}"x\n`, 'Invalid Opening Quote.* at line 1, column 2$'],
  ])('has a fault with its place and without its cells: %s', async (_, text, message) => {
    const fault = await faultOf(text);
    expect(fault).toBeInstanceOf(UploadFault);
    expect(fault.message).toMatch(new RegExp(message));
    expect(fault.message).not.toContain(marked);
    expect(fault.cause).toBeUndefined();
  });

  it('another error is no fault of the file', () => expect(csvFaultOf(new Error('gone'))).toBeUndefined());
});
