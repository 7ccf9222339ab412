;;; plan.el --- Driven by test_emacs.py  -*- lexical-binding: t; -*-

;; Opens the plan with eglot as the documentation sets it up, sees the finding at its place, applies the quick fix,
;; saves, undoes, dismisses.  Every step waits for what it expects; the first that does not come ends Emacs with
;; status 1.

(require 'cl-lib)
(require 'eglot)
(require 'flymake)

(unless (require 'markdown-mode nil t)
  ;; The name of the mode is all that eglot looks at.
  (define-derived-mode markdown-mode text-mode "Markdown"))
(add-to-list 'auto-mode-alist '("\\.md\\'" . markdown-mode))

(defun trial-fail (step)
  (message "step failed: %s\nbuffer: %S\ndiagnostics: %S"
           step (buffer-string)
           (mapcar (lambda (each) (list (flymake-diagnostic-beg each) (flymake-diagnostic-text each)))
                   (flymake-diagnostics)))
  (kill-emacs 1))

(defmacro trial-expect (step &rest condition)
  (declare (indent 1))
  `(let ((deadline (+ (float-time) 60)))
     (while (not (progn ,@condition))
       (when (> (float-time) deadline) (trial-fail ,step))
       (accept-process-output nil 0.05))))

(defun trial-here ()
  "The text under the only diagnostic, and its message."
  (let ((found (flymake-diagnostics)))
    (when (= (length found) 1)
      (list (buffer-substring-no-properties (flymake-diagnostic-beg (car found)) (flymake-diagnostic-end (car found)))
            (line-number-at-pos (flymake-diagnostic-beg (car found)))
            (flymake-diagnostic-text (car found))))))

(defun trial-sync ()
  "Send what was typed; without a person Emacs is never idle."
  (eglot--signal-textDocument/didChange))

(defun trial-actions ()
  (let ((at (flymake-diagnostic-beg (car (flymake-diagnostics)))))
    (goto-char at)
    (eglot-code-actions at (1+ at))))

(load (getenv "SNIPPET"))
(setq eglot-sync-connect 60)
(find-file (getenv "PLAN"))
(unless (eq major-mode 'markdown-mode) (trial-fail "the mode"))
(unless (memq #'eglot-ensure markdown-mode-hook) (trial-fail "the snippet starts eglot"))
(run-hooks 'post-command-hook) ; eglot-ensure waits for the end of the first command
(trial-expect "the server is there" (eglot-managed-p))
(flymake-start)

(trial-expect "the number behind the emoji is underlined"
  (equal (cl-subseq (or (trial-here) '(nil nil)) 0 2) '("four" 11)))
(unless (string-match-p "\\`[^\n]+four units[^\n]+\\'" (nth 2 (trial-here)))
  (trial-fail "the message is one line"))

;; Typing above moves it.
(goto-char (point-min))
(insert "one more line above\n")
(undo-boundary)
(trial-sync)
(trial-expect "the finding follows" (equal (cl-subseq (or (trial-here) '(nil nil)) 0 2) '("four" 12)))

;; The fix: what RET in the menu chooses.
(trial-expect "a fix is offered" (cl-find-if (lambda (each) (plist-get each :edit)) (trial-actions)))
(cl-letf (((symbol-function 'completing-read)
           (lambda (_prompt _items &optional _predicate _match _initial _history default) default))
          (last-nonmenu-event ?\r))
  (let ((at (flymake-diagnostic-beg (car (flymake-diagnostics)))))
    (goto-char at)
    (eglot-code-actions at (1+ at) nil t)))
(trial-expect "the text is fixed"
  (string-match-p "🚀🚀 There are three implementation units:" (buffer-string)))
(trial-sync)
(trial-expect "the finding is gone" (null (flymake-diagnostics)))
(save-buffer)
(unless (eq (coding-system-eol-type buffer-file-coding-system) 1) (trial-fail "the buffer has CRLF"))

;; Undo brings the text and the finding back; dismissed, it goes.
(undo-boundary)
(let ((last-command nil)) (undo))
(trial-sync)
(trial-expect "the finding returns" (equal (cl-subseq (or (trial-here) '(nil nil)) 0 2) '("four" 12)))
(let ((dismiss (cl-find "Dismiss" (trial-actions) :key (lambda (each) (plist-get each :title)) :test #'equal)))
  (unless dismiss (trial-fail "Dismiss is offered"))
  (let ((command (plist-get dismiss :command)))
    (eglot-execute-command (eglot-current-server) (intern (plist-get command :command))
                           (plist-get command :arguments))))
(trial-expect "it is dismissed" (null (flymake-diagnostics)))

(eglot-shutdown (eglot-current-server))
(set-buffer-modified-p nil)
(kill-emacs 0)
;;; plan.el ends here
