@echo off
rem As the script anabranch, for Windows: starts Anabranch in Apache Felix, builds it first when it is missing.
setlocal
set "root=%~dp0"
set "root=%root:~0,-1%"
set "product=%root%\cnf\target\product"

if "%~1"=="-h" goto usage
if "%~1"=="--help" goto usage
set words=%*
if "%~1"=="--version" if not "%~2"=="" goto wrong
if "%~1"=="--version" set words=version
if "%~1"=="run" if "%~2"=="" goto wrong
if "%~1"=="-c" if "%~2"=="" goto wrong
if "%~1"=="-c" if not "%~3"=="" goto wrong
for %%w in ("" run -c --version --web) do if "%~1"=="%%~w" goto words
:wrong
>&2 echo anabranch: these words are not known; 'anabranch --help' says which are
exit /b 2

:words
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
rem the second word of: openjdk 25.0.3 2026-04-21
set "version="
for /f "tokens=2 delims=. " %%v in ('call "%java%" --version 2^>nul') do if not defined version set "version=%%v"
if not defined version set "version=0"
if %version% geq 25 goto java
>&2 echo anabranch: no JDK 25 or later found. Install one, or set JAVA_HOME to it.
exit /b 69

:java
if exist "%product%\built" goto start
>&2 echo Building Anabranch; the first time this takes a minute or two ...
pushd "%root%"
call mvnw.cmd -B -q -Dmaven.test.skip -pl cnf -am package 1>&2
set "failed=%errorlevel%"
popd
if not "%failed%"=="0" exit /b 70

:start
if not defined ANABRANCH_PLUGINS set "ANABRANCH_PLUGINS=%root%\plugins"
if not exist "%ANABRANCH_PLUGINS%\" >&2 echo anabranch: there is no folder %ANABRANCH_PLUGINS%: no plugin is watched for
rem timeout refuses an input that is no console
set "interactive=false"
set alone=%words%
if "%~1"=="--web" if "%~3"=="" set "alone="
if not defined alone timeout /t 0 /nobreak >nul 2>&1 && set "interactive=true"
"%java%" ^
  --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow ^
  -XX:SharedArchiveFile="%product%\bin\anabranch.jsa" -Xlog:disable -Xlog:os*=warning ^
  -XX:+PerfDisableSharedMem %ANABRANCH_JVM% ^
  -Djava.util.logging.config.file="%product%\conf\logging.properties" ^
  -Danabranch.home="%product%" -Danabranch.plugins="%ANABRANCH_PLUGINS%" ^
  -Danabranch.trace="%ANABRANCH_TRACE%" -Danabranch.console.token.file="%ANABRANCH_TOKEN_FILE%" -Danabranch.interactive="%interactive%" -Danabranch.columns="" ^
  -jar "%product%\bin\anabranch.jar" %words%
exit /b %errorlevel%

:usage
echo Usage:
echo   anabranch                       a shell; 'help' lists its commands, 'exit' leaves
echo   anabranch run JOB [ARGS...] [--domains A,B] [--trace-to FILE] [--report FILE.html] [--json]
echo                                   one job, then exit with its status
echo   anabranch -c "SHELL COMMAND"    one shell command, then exit with its status
echo   anabranch --web [PORT] [WORDS...]    the same with a page for browsers on this machine, on port 8642 if none is given
echo   anabranch --version             the versions of Anabranch and Java
echo.
echo Environment: JAVA_HOME, ANABRANCH_JVM, ANABRANCH_PLUGINS, ANABRANCH_TOKEN_FILE, ANABRANCH_TRACE (a file for a trace of all that runs). After a change of the sources, delete cnf\target\product.
exit /b 0
