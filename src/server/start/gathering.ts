/** Questions to several processes: answered when all have, or when time is up with what has come. */

/** A process that is busy or just starting is not waited for longer, ms. */
const WAITS_MS = 1_000;

interface Question {
  readonly answers: unknown[];
  missing: number;
  readonly end: () => void;
}

export class Gathering {
  private readonly questions = new Map<number, Question>();
  private last = 0;

  /** A new question to so many. */
  begin(count: number): { readonly id: number; readonly all: Promise<readonly unknown[]> } {
    this.last += 1;
    const id = this.last;
    const answers: unknown[] = [];
    const all = new Promise<readonly unknown[]>((done) => {
      const timer = setTimeout(() => end(), WAITS_MS);
      const end = (): void => {
        clearTimeout(timer);
        this.questions.delete(id);
        done(answers);
      };
      this.questions.set(id, { answers, missing: count, end });
      if (count === 0) end();
    });
    return { id, all };
  }

  /** One answer; too late ones are left. */
  take(id: number, answer: unknown): void {
    const question = this.questions.get(id);
    if (!question) return;
    question.answers.push(answer);
    question.missing -= 1;
    if (question.missing === 0) question.end();
  }
}
